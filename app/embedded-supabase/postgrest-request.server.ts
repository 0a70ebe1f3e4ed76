import {
  errorResponse,
  invalidBody,
  notImplemented,
} from "~/embedded-supabase/postgrest-error.server";

export interface PostgrestRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
}

/**
 * Reads which table a request inserts into. A request for which PostgREST does
 * anything else is refused: with PostgREST's own error where it has one, with
 * PGRST127 where it does what is asked.
 *
 * Authority: src/library/PostgREST/ApiRequest.hs of PostgREST 16.1 and the
 * files of that folder named below.
 *
 * @param key the one API key that is accepted
 * @returns the table's name, or the answer that refuses the request
 */
export function readTable(
  { method, url, headers }: PostgrestRequest,
  key: string,
): string | Response {
  const refusal =
    refuseKey(headers, key) ??
    refuseMethod(method) ??
    refuseProfile(headers) ??
    refusePreferences(headers) ??
    refuseMediaTypes(headers);
  if (refusal) return refusal;
  if (url.search) return notImplemented("query parameters");
  const table = tableOf(url.pathname);
  if (table) return table;
  const message = "Invalid path specified in request URL";
  return errorResponse(404, { code: "PGRST125", message });
}

/** Supabase's gateway checks `apikey`; PostgREST the token (Auth/Jwt.hs). */
function refuseKey(headers: Headers, key: string): Response | undefined {
  if (headers.get("apikey") !== key) {
    const message = headers.has("apikey")
      ? "Invalid API key"
      : "No API key found in request";
    const hint = "Double check your Supabase `anon` or `service_role` API key.";
    return Response.json({ message, hint }, { status: 401 });
  }
  // supabase-js sends the key as a token too.
  const authorization = headers.get("authorization") ?? "";
  const [, token] = /^bearer\b\s*(.*)$/i.exec(authorization) ?? [];
  if (token !== undefined && token !== key) {
    const message = "JWT couldn't be decoded";
    return errorResponse(401, { code: "PGRST301", message });
  }
}

function refuseMethod(method: string): Response | undefined {
  if (method === "POST") return;
  if (/^(GET|HEAD|PUT|PATCH|DELETE|OPTIONS)$/.test(method)) {
    return notImplemented(`${method} requests`);
  }
  const message = `Unsupported HTTP method: ${method}`;
  return errorResponse(405, { code: "PGRST117", message });
}

function refuseProfile(headers: Headers): Response | undefined {
  for (const name of ["content-profile", "accept-profile"]) {
    const schema = headers.get(name) ?? "public";
    if (schema === "public") continue;
    return errorResponse(406, {
      code: "PGRST106",
      message: `Invalid schema: ${schema}`,
      hint: "Only the following schemas are exposed: public",
    });
  }
}

/** ApiRequest/Preferences.hs, which ignores what it does not know. */
function refusePreferences(headers: Headers): Response | undefined {
  const plain = ["", "return=minimal", "handling=strict", "handling=lenient"];
  const special =
    /^(return|resolution|missing|tx|count|timezone|max-affected)=/;
  const preferences = listOf(headers.get("prefer") ?? "");
  const others = preferences.filter(
    (preference) => !plain.includes(preference),
  );
  const feature = others.find((preference) => special.test(preference));
  if (feature) return notImplemented(`the preference ${feature}`);
  if (others.length > 0 && preferences.includes("handling=strict")) {
    return errorResponse(400, {
      code: "PGRST122",
      message: "Invalid preferences given with handling=strict",
      details: `Invalid preferences: ${others.join(", ")}`,
    });
  }
}

/** MediaType.hs, Plan/Negotiate.hs and ApiRequest/Payload.hs. */
function refuseMediaTypes(headers: Headers): Response | undefined {
  const special =
    /^(application\/vnd\.pgrst\..*|application\/geo\+json|text\/csv)$/;
  const accepted = listOf(headers.get("accept") ?? "*/*").map(mediaTypeOf);
  const feature = accepted.find((type) => special.test(type));
  if (feature) return notImplemented(`requests for ${feature}`);
  if (!accepted.some((type) => ["*/*", "application/json"].includes(type))) {
    const message = `None of these media types are available: ${accepted.join(", ")}`;
    return errorResponse(406, { code: "PGRST107", message });
  }
  const type = mediaTypeOf(headers.get("content-type") ?? "application/json");
  if (type !== "application/json") {
    return invalidBody(`Content-Type not acceptable: ${type}`);
  }
}

const listOf = (header: string) =>
  header.split(",").map((entry) => entry.trim());

const mediaTypeOf = (value: string) =>
  value.replace(/;.*/, "").trim().toLowerCase();

function tableOf(path: string): string | undefined {
  try {
    const [, name] = /^\/rest\/v1\/([^/]+)$/.exec(path) ?? [];
    return name && decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
