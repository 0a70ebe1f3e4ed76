import type { IncomingMessage, ServerResponse } from "node:http";

/** Connect's interface. Each calls `next` or answers. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void | Promise<void>;
