import { connect } from "node:net";

/**
 * Sends bytes as they are, where fetch would mend or refuse them.
 *
 * @returns what came back until the server closed the connection
 */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk) => (answer += chunk));
  // A reset is an end, too.
  socket.on("error", () => {});
  socket.write(text);
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

export const statusOf = (answer: string): number =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
