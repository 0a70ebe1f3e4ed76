import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import dotenv from "dotenv";

/**
 * @typedef {object} EnvFile
 * @property {Record<string, string>} values
 * @property {string[]} problems A line each. None has a value of the file.
 * @property {string[]} repeated The names that are given twice. The last one counts.
 */

/**
 * Reads .env the same on each Node, whose own readers differ, and names what dotenv
 * drops without a word: a line without which it reads the same.
 *
 * @param {string} file
 * @returns {EnvFile}
 */
export function readEnvFile(file = ".env") {
  const text = readText(file);
  if (text instanceof Error) {
    return { values: {}, problems: [text.message], repeated: [] };
  }
  const values = dotenv.parse(text);
  const lines = text.split(/\r\n?|\n/);
  /** @type {string[]} */
  const problems = [];
  /** @type {Set<string>} */
  const repeated = new Set();
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name = "", sign] =
      /^\s*(?:export\s+)?([\w.-]+)\s*([=:])/.exec(line) ?? [];
    const others = dotenv.parse(
      lines.filter((_, other) => other !== index).join("\n"),
    );
    const isDropped = isDeepStrictEqual(others, values);
    // Docker and systemd take no colon, which dotenv does.
    const isColon = sign === ":" && name in values;
    if (isDropped && sign === "=" && name in values) repeated.add(name);
    else if (isDropped || isColon)
      problems.push(`${file}, line ${index + 1} sets nothing: it has no NAME=`);
    else if (sign && /^(["'`])(?![^]*\1$)/.test(values[name] ?? ""))
      problems.push(`${file}, line ${index + 1} has a quote that does not end`);
  }
  return {
    values: problems.length > 0 ? {} : values,
    problems,
    repeated: [...repeated],
  };
}

/**
 * The file without a byte order mark, or what is wrong with it.
 *
 * @param {string} file
 */
function readText(file) {
  try {
    const bytes = readFileSync(file);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // UTF-16 without a mark.
    if (!text.includes("\0")) return text;
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOENT") return "";
    if (code !== "ERR_ENCODING_INVALID_ENCODED_DATA")
      return new Error(`${file} cannot be read: ${message}`);
  }
  return new Error(`${file} is not UTF-8: save it in that encoding`);
}
