import { connect } from "node:net";
import type { SlowReport, SlowSending } from "../fixtures/slow-senders";

// Holds many connections open until its parent exits, and reports their state
// every second.
const { port, localAddress, connections, beginnings, byteEveryMs, againMs } =
  JSON.parse(process.argv[2] ?? "") as SlowSending;
const report: SlowReport = { attempted: 0, cut: 0, held: 0 };

const waiting = Array.from(
  { length: connections },
  (_, index) => beginnings[index % beginnings.length] ?? "",
);

function send(beginning: string) {
  report.attempted++;
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  let isHeld = false;
  const letGo = () => {
    if (isHeld) report.held--;
    isHeld = false;
  };
  socket.once("connect", () => {
    isHeld = true;
    report.held++;
    socket.write(beginning);
  });
  // A refused sender keeps sending.
  const bytes = setInterval(() => socket.write("x"), byteEveryMs);
  socket.once("data", letGo).on("error", () => {});
  socket.once("close", () => {
    letGo();
    clearInterval(bytes);
    report.cut++;
    setTimeout(() => waiting.push(beginning), againMs);
  });
}

// Of many simultaneous connections, nginx cuts off some before they send.
setInterval(() => waiting.splice(0, 8).forEach(send), 2);
setInterval(() => process.send?.(report), 1000);
process.once("disconnect", () => process.exit());
setTimeout(() => process.exit(), 60_000);
