import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { connect } from "node:net";

export type Answer = { status: number; body: string; headers: Record<string, unknown> };

/** One HTTP exchange whose caller sets every header, Host too. */
export function http(
  url: string,
  o: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
) {
  return exchange(httpRequest(url, { method: o.method ?? "GET", headers: o.headers, agent: false }), o.body);
}

/** One HTTPS exchange with a client certificate of the caller. */
export function https(url: string, options: RequestOptions, body: string): Promise<Answer> {
  return exchange(httpsRequest(url, { method: "POST", agent: false, ...options }), body);
}

function exchange(request: ReturnType<typeof httpRequest>, body?: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers });
      });
    });
    request.end(body);
  });
}

/** Sends these lines to a POP3 server; returns all received bytes until it disconnects. */
export function pop3(porta: number, ...lines: string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(porta, "127.0.0.1", () =>
      socket.write(lines.map((line) => `${line}\r\n`).join("")),
    );
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks)));
  });
}

/** The attachments of a message that the sandbox wrote, by name. */
export function anexosOf(raw: Buffer): { nome: string; bytes: Buffer }[] {
  const parts = raw.toString("latin1").split(/\r\n--[^\r\n]+\r\n/);
  return parts.flatMap((part) => {
    const nome = /Content-Disposition: attachment;\s+filename="?([^"\r\n]+)/.exec(part)?.[1];
    const body = part.slice(part.indexOf("\r\n\r\n") + 4);
    return nome ? [{ nome, bytes: Buffer.from(body, "base64") }] : [];
  });
}
