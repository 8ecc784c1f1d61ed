import net from "node:net";
import tls from "node:tls";

/** The result of one request. bytes: everything that the server wrote. */
export type Answered = { status: string; bytes: number };

/** The target of a request. waitMs: longest silence before it counts as unanswered. */
export type Address = { port: number; secure: boolean; waitMs: number; ip: string };

/** Writes a raw request on its own connection, from its own address of 127/8, and reads the whole
 * answer. Adds only length and address to the head. */
export async function sendRequest(
  { head, body }: { head: string; body: Buffer },
  { port, secure, waitMs, ip }: Address,
): Promise<Answered> {
  const lines = [head, "Host: 127.0.0.1", `X-Forwarded-For: ${ip}`, "Connection: close"];
  if (!head.startsWith("GET ")) lines.push(`Content-Length: ${body.length}`);
  const bytes = Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
  const localAddress = `127.${ip.split(".").slice(1).join(".")}`;
  const socket = net.connect({ port, host: "127.0.0.1", localAddress });
  const stream = secure ? tls.connect({ socket, rejectUnauthorized: false }) : socket;
  return await new Promise((resolve) => {
    let first = "";
    let length = 0;
    const conclude = (status: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ status: /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? status, bytes: length });
    };
    const timer = setTimeout(() => conclude("sem resposta"), waitMs);
    stream.on("data", (data: Buffer) => {
      if (first.length < 15) first += data.toString("latin1", 0, 15);
      length += data.length;
    });
    stream.on("end", () => conclude("fim")).on("close", () => conclude("fim"));
    stream.on("error", () => conclude("caiu"));
    socket.on("error", () => conclude("caiu"));
    stream.write(bytes);
  });
}
