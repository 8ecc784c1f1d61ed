import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import os from "node:os";
import { zipOf } from "../../setup/zip.ts";

/** The conta that causes the load, and its inputs. */
export type Loader = {
  url: string;
  token: string;
  cookie: string;
  /** Notas that can be printed. */
  notaIds: readonly string[];
  /** An XML that is imported repeatedly. */
  xml: string;
};

/** Number of ended requests by kind and status. */
export type Tally = Record<string, Record<string, number>>;

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">${'<path d="M0 0C10 20 30 40 50 60z" fill="red"/>'.repeat(2_000)}</svg>`;
const FORM = "malote-vizinho";
/** Number of files per import, and the pause in ms between requests that only start a job. */
const IMPORT_FILES = 500;
const ORDER_PAUSE_MS = 1_000;
/** Number of bytes of an answer that are examined. */
const EXAMINED_BYTES = 200;
/** Pause after a refused request, in ms: shorter than that of real clients. */
const REFUSED_PAUSE_MS = 100;

/** A request that one loop repeats. */
type LoadRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
type Loop = { name: string; times: number; pauseMs?: number; request(n: number): LoadRequest };

/** Starts the load in a separate process, so that its CPU time is not measured. */
export async function startLoad(loader: Loader): Promise<{ stop(): Promise<Tally> }> {
  const child = fork(import.meta.filename, ["load"], { execArgv: process.execArgv });
  child.send(loader);
  await once(child, "message");
  return { stop: () => stopLoad(child) };
}

async function stopLoad(child: ChildProcess): Promise<Tally> {
  const told = once(child, "message") as Promise<[Tally]>;
  child.send("stop");
  const [tally] = await told;
  child.kill("SIGKILL");
  await once(child, "exit");
  return tally;
}

async function listLoops({ token, cookie, notaIds, xml }: Loader): Promise<Loop[]> {
  const auth = { authorization: `Bearer ${token}` };
  const rpc = (method: string, params: unknown): LoadRequest => ({
    method: "POST",
    path: "/Services/",
    headers: { ...auth, "content-type": "application/json" },
    body: JSON.stringify({ id: 1, method, params }),
  });
  const files = { cookie, "sec-fetch-site": "same-origin" };
  const id = (n: number): string => notaIds[n % notaIds.length] ?? "";
  const filters = [{ texto: "moinho" }, { texto: "a" }, { processadoErp: false }, {}];
  const zipFile = await zipOf(
    Array.from({ length: IMPORT_FILES }, (_, n) => ({ nome: `${n}.xml`, bytes: Buffer.from(xml) })),
  );
  const year = { de: "2026-01-01", ate: "2026-12-31" };
  const list = (n: number) => ({
    entradaSaida: "E",
    searchFilter: filters[n % filters.length],
    pageSize: 200,
    currentPage: 1 + (n % 20),
  });
  return [
    { name: "lista", times: 3, request: (n) => rpc("Nota.getListNota", list(n)) },
    { name: "busca", times: 2, request: () => rpc("Nota.globalSearchNota", { searchKey: "moinho estrela" }) },
    {
      name: "PDF",
      times: 2,
      request: (n) => ({ path: `/Services/downloadDanfe?id=${id(n)}`, headers: files }),
    },
    { name: "gráfico", times: 2, request: () => chartRequest(auth) },
    {
      name: "REST",
      times: 2,
      request: () => ({ path: "/Services/rest/v1/notas?limit=200&incluir=xml", headers: auth }),
    },
    {
      name: "exportação",
      times: 1,
      pauseMs: ORDER_PAUSE_MS,
      request: (n) => rpc("Nota.getListNota", { ...list(0), createFileType: n % 2 ? "XLSX" : "PDF" }),
    },
    {
      name: "repositório",
      times: 1,
      pauseMs: ORDER_PAUSE_MS,
      request: () => rpc("Download.processaDownload", { entradaSaida: "T", dateRange: year }),
    },
    { name: "importação", times: 1, pauseMs: ORDER_PAUSE_MS, request: () => importRequest(auth, zipFile) },
  ];
}

function chartRequest(auth: Record<string, string>): LoadRequest {
  const fields = { filename: "a", type: "image/png", width: "0", scale: "2", svg: SVG };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${FORM}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return formRequest("/Services/exportChart", auth, Buffer.from(`${parts.join("")}--${FORM}--\r\n`));
}

function importRequest(auth: Record<string, string>, zip: Buffer): LoadRequest {
  const head = `--${FORM}\r\nContent-Disposition: form-data; name="arquivo"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n`;
  return formRequest(
    "/Services/import",
    auth,
    Buffer.concat([Buffer.from(head), zip, Buffer.from(`\r\n--${FORM}--\r\n`)]),
  );
}

function formRequest(path: string, auth: Record<string, string>, body: Buffer): LoadRequest {
  return {
    method: "POST",
    path,
    headers: { ...auth, "content-type": `multipart/form-data; boundary=${FORM}` },
    body,
  };
}

async function send(url: string, { method = "GET", path, headers = {}, body }: LoadRequest): Promise<string> {
  return await new Promise((resolve) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const request = http.request(url + path, { method, headers: { ...headers, ...length }, agent: AGENT });
    request.on("response", (answer) => {
      let start = "";
      answer.on("data", (data: Buffer) => {
        if (start.length < EXAMINED_BYTES) start += data.toString("latin1", 0, EXAMINED_BYTES);
      });
      answer
        .on("end", () => resolve(describeStatus(answer.statusCode, start)))
        .on("error", () => resolve("caiu"));
    });
    request.on("error", () => resolve("caiu"));
    request.end(body);
  });
}

/** A refused call is answered with status 200 too. */
function describeStatus(status: number | undefined, start: string): string {
  return /"sucesso":false|"result":null/.test(start) ? `${status} recusada` : String(status);
}

const AGENT = new http.Agent({ keepAlive: true });

/** Adds n to the count of a status. */
export function addTo(tally: Tally, { name, status, n }: { name: string; status: string; n: number }): void {
  const counts = tally[name] ?? {};
  tally[name] = { ...counts, [status]: (counts[status] ?? 0) + n };
}

async function serve(): Promise<void> {
  // This process stands for another machine: lower its priority, so that it takes no CPU from the
  // measured ones.
  os.setPriority(10);
  const [loader] = (await once(process, "message")) as [Loader];
  let stopping = false;
  process.once("message", () => (stopping = true));
  const tally: Tally = {};
  const runs = (await listLoops(loader)).flatMap((loop) =>
    Array.from({ length: loop.times }, async () => {
      for (let n = 0; !stopping; n++) {
        const status = await send(loader.url, loop.request(n));
        addTo(tally, { name: loop.name, status, n: 1 });
        const pauseMs = status === "200" ? (loop.pauseMs ?? 0) : REFUSED_PAUSE_MS;
        if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
      }
    }),
  );
  process.send?.("started");
  await Promise.all(runs);
  process.send?.(tally);
}

if (process.argv[2] === "load") await serve();
