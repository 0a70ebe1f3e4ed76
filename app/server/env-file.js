import { readFileSync } from "node:fs";
import dotenv from "dotenv";

/**
 * @typedef {object} EnvFile
 * @property {Record<string, string>} values
 * @property {string[]} problems A line each. None has a value of the file.
 * @property {string[]} repeated The names that are given twice. The last one counts.
 */

const assignment = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/;

/**
 * Reads .env the same on each Node, whose own readers differ and drop what they do
 * not understand.
 *
 * @param {string} file
 * @returns {EnvFile}
 */
export function readEnvFile(file = ".env") {
  const text = readText(file);
  if (text instanceof Error) {
    return { values: {}, problems: [text.message], repeated: [] };
  }
  const lines = text.split(/\r\n?|\n/);
  /** @type {string[]} */
  const problems = [];
  /** @type {string[]} */
  const names = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name, value = ""] = assignment.exec(line) ?? [];
    if (name === undefined) {
      problems.push(`${file}, line ${index + 1} sets nothing: it has no NAME=`);
      continue;
    }
    names.push(name);
    const last = lastLineOf(value, lines, index);
    if (last === undefined) {
      problems.push(`${file}, line ${index + 1} has a quote that does not end`);
    } else index = last;
  }
  const repeated = names.filter((name, at) => names.indexOf(name) < at);
  const values = problems.length > 0 ? {} : dotenv.parse(text);
  return { values, problems, repeated: [...new Set(repeated)] };
}

/**
 * A value in quotes may have several lines, and only a comment may follow it. dotenv
 * looks for its end like this.
 *
 * @param {string} value
 * @param {string[]} lines
 * @param {number} first
 */
function lastLineOf(value, lines, first) {
  const [quote] = /^["'`]/.exec(value) ?? [];
  if (!quote) return first;
  const whole = `${quote}(?:\\\\${quote}|[^${quote}])*${quote}`;
  const pattern = new RegExp(`${whole}[^\\S\\n]*(?:#.*)?$`, "my");
  const rest = [value, ...lines.slice(first + 1)].join("\n");
  const [found] = pattern.exec(rest) ?? [];
  return found === undefined ? undefined : first + found.split("\n").length - 1;
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
