import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Envelope, formatMessage, MESSAGES } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { createHttpApp } from "../../src/http/create-app.ts";
import { type Listening, listen } from "../../src/http/listen.ts";
import { OPEN_MAX } from "../../src/services/importacao/importacao.rules.ts";
import { createWire, get, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { zipOf } from "../setup/zip.ts";
import { postFile, sendFile } from "./importacao-setup.ts";

const MAX_BYTES = 100_000;
const SILENCE_MS = 600;
/** Longer than the allowed silence. */
const BEYOND_SILENCE_MS = 1.5 * SILENCE_MS;
/** Pause between two pieces of a slow sender that is not idle. */
const SLOW_PAUSE_MS = 90;

let wire: Wire;
let ana: SignedInUser;
/** The same application with a lower size limit. */
let smallLimit: Listening;
let zip: Buffer;

beforeAll(async () => {
  wire = await createWire();
  const app = createHttpApp(wire.ctx, { importMax: MAX_BYTES, silencioMs: SILENCE_MS });
  smallLimit = await listen(app, { host: "127.0.0.1", port: 0 });
  zip = await zipOf([{ nome: "a.txt", bytes: Buffer.from("nada") }]);
});
afterAll(async () => {
  await smallLimit.stop();
  await wire.dispose();
});
beforeEach(async () => {
  ana = await signInNewUser(wire);
});

const refusalWith = (mensagem: string): Partial<Envelope> =>
  expect.objectContaining({ sucesso: false, mensagem, object: null });
const rows = () => wire.asOwner("SELECT FROM importacao WHERE conta_id = $1", [ana.contaId]);

/** Files in the blob store of Ana's conta, partial files included. */
async function files(): Promise<string[]> {
  const folder = `${blobFolderOf(wire.config)}/${ana.contaId}`;
  const all = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function expectNothingKept(): Promise<void> {
  expect(await rows()).toEqual([]);
  expect(await files()).toEqual([]);
  expect(await wire.asOwner("SELECT FROM email WHERE conta_id = $1", [ana.contaId])).toEqual([]);
  expect(await wire.asOwner("SELECT FROM tarefa WHERE conta_id = $1", [ana.contaId])).toEqual([]);
}

const EMPTY_PART = `--x\r\nContent-Disposition: form-data; name="arquivo"; filename="a.zip"\r\n\r\n`;
const PART = `${EMPTY_PART}PK\x03\x04`;
const chunked = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const head = (lines: string[]): string =>
  [
    "POST /Services/import HTTP/1.1",
    "Host: malote",
    `Authorization: Bearer ${ana.token}`,
    "Content-Type: multipart/form-data; boundary=x",
    ...lines,
    "",
    "",
  ].join("\r\n");

async function readAnswer(socket: net.Socket): Promise<string> {
  let answer = "";
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.includes("\r\n\r\n") && answer.trimEnd().endsWith("}")) break;
  }
  socket.destroy();
  return answer;
}

describe("receiving a file", () => {
  test("a complete upload is queued, and its size and sender are returned", async () => {
    const { object, sucesso } = await sendFile(wire, ana, { bytes: zip, nome: "C:\\notas\\março 2026.zip" });
    expect(sucesso).toBe(true);
    expect(object).toMatchObject({
      nomeArquivo: "março 2026.zip",
      tamanho: zip.length,
      usuario: "Ana de Teste",
      estado: "pendente",
      total: null,
      lidos: 0,
      terminadoEm: null,
      mensagem: null,
    });
    expect(await files()).toHaveLength(1);
    expect(await wire.asOwner("SELECT tipo, estado FROM tarefa WHERE conta_id = $1", [ana.contaId])).toEqual([
      { tipo: "importacao", estado: "pendente" },
    ]);
  });

  test("a file is accepted from any signed-in user of the conta and from no one else", async () => {
    const conta = { contaId: ana.contaId, identificador: ana.identificador };
    const rui = await signInNewUser(wire, { conta, nomeUsuario: "rui", administrador: false });
    expect(await sendFile(wire, rui, { bytes: zip })).toMatchObject({ sucesso: true });
    const answer = await postFile(wire, null, { bytes: zip });
    expect([answer.status, await answer.json()]).toEqual([401, refusalWith(MESSAGES.arquivoSemSessao)]);
    expect(await rows()).toHaveLength(1);
  });

  test("an upload authenticated by cookie alone, which another site could forge, is refused", async () => {
    const body = new FormData();
    body.set("arquivo", new Blob([new Uint8Array(zip)]), "a.zip");
    const headers = { cookie: ana.cookie, "sec-fetch-site": "same-origin" };
    const answer = await fetch(`${wire.server.url}/Services/import`, { method: "POST", headers, body });
    expect(answer.status).toBe(401);
    await expectNothingKept();
  });

  test.each([
    ["a RAR", Buffer.from("Rar!\x1a\x07\x00 muitos bytes", "latin1"), "notas.zip"],
    ["a PDF", Buffer.from("%PDF-1.7\n"), "nota.xml"],
    ["a text", Buffer.from("chave;valor\n1;2"), "nota.xml"],
    ["a page", Buffer.from("<!DOCTYPE html><html></html>"), "nota.xml"],
    ["a gzip", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), "nota.xml"],
  ])("an upload of %s is refused by its bytes, whatever its file name", async (_caso, bytes, nome) => {
    const answer = await postFile(wire, ana, { bytes, nome });
    expect([answer.status, await answer.json()]).toEqual([200, refusalWith(MESSAGES.importacaoFormato)]);
    await expectNothingKept();
  });

  test.each([
    ["with a mark", Buffer.from("\ufeff<?xml version='1.0'?><a/>")],
    ["after blanks", Buffer.from("\r\n  <NFe/>")],
    ["of sixteen bits", Buffer.from("\ufeff<NFe/>", "utf16le")],
  ])("an upload of XML %s is accepted, whatever its file name", async (_caso, bytes) => {
    expect(await sendFile(wire, ana, { bytes, nome: "nota.txt" })).toMatchObject({ sucesso: true });
  });

  test("an empty file is refused", async () => {
    expect(await sendFile(wire, ana, { bytes: Buffer.alloc(0) })).toEqual(
      refusalWith(MESSAGES.importacaoVazia),
    );
    await expectNothingKept();
  });

  test("a full disk is answered with 503, and nothing is kept", async () => {
    const blobs = {
      ...wire.ctx.blobs,
      putStream: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })),
    };
    const app = createHttpApp({ ...wire.ctx, blobs });
    const server = await listen(app, { host: "127.0.0.1", port: 0 });
    const answer = await postFile({ ...wire, server }, ana, { bytes: zip });
    await server.stop();
    expect([answer.status, await answer.json()]).toEqual([
      503,
      refusalWith(MESSAGES.erroTransmitindoArquivo),
    ]);
    await expectNothingKept();
  });
});

describe("limit of open importações", () => {
  const tooMany = (): Partial<Envelope> =>
    refusalWith(formatMessage("importacoesDemais", { limite: OPEN_MAX }));

  test("a conta has at most 20 open importações; the next is refused before its body is read", async () => {
    for (let n = 0; n < OPEN_MAX; n += 1)
      expect(await sendFile(wire, ana, { bytes: zip })).toMatchObject({ sucesso: true });
    const kept = await files();
    // Only the head is sent, with the length of the body.
    const socket = net.connect(wire.server.port, "127.0.0.1");
    socket.write(head(["Content-Length: 5000000"]));
    expect(await readAnswer(socket)).toContain("Espere um deles terminar");
    // A client that sends the whole body before it reads also receives the refusal.
    const patient = net.connect(wire.server.port, "127.0.0.1").on("error", () => {});
    patient.pause();
    const length = 20 * 1_048_576;
    const all = head([`Content-Length: ${length}`]) + "x".repeat(length);
    await new Promise((resolve) => patient.write(all, resolve));
    expect(await readAnswer(patient)).toContain("Espere um deles terminar");
    expect(await sendFile(wire, ana, { bytes: zip })).toEqual(tooMany());
    expect(await files()).toEqual(kept);
    const rui = await signInNewUser(wire);
    expect(await sendFile(wire, rui, { bytes: zip })).toMatchObject({ sucesso: true });
    await wire.asOwner(
      "UPDATE importacao SET estado = 'concluido', terminado_em = now() WHERE id = (SELECT id FROM importacao WHERE conta_id = $1 LIMIT 1)",
      [ana.contaId],
    );
    expect(await sendFile(wire, ana, { bytes: zip })).toMatchObject({ sucesso: true });
  });

  test("uploads in progress count towards the limit", async () => {
    const sockets = Array.from({ length: OPEN_MAX }, () => net.connect(wire.server.port, "127.0.0.1"));
    for (const socket of sockets)
      socket.write(`${head(["Content-Length: 5000"])}${PART}${"x".repeat(3_000)}`);
    await expect.poll(files).toHaveLength(OPEN_MAX);
    expect(await sendFile(wire, ana, { bytes: zip })).toEqual(tooMany());
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () => await sendFile(wire, ana, { bytes: zip }))
      .toEqual(expect.objectContaining({ sucesso: true }));
  });
});

describe("an upload to a slow disk", () => {
  const listenWithStore = async (putStream: typeof wire.ctx.blobs.putStream) => {
    const app = createHttpApp(
      { ...wire.ctx, blobs: { ...wire.ctx.blobs, putStream } },
      { silencioMs: SILENCE_MS },
    );
    return await listen(app, { host: "127.0.0.1", port: 0 });
  };
  const bytes = () => Buffer.concat([zip, randomBytes(16 * 1_048_576)]);

  test("an upload to a slow disk does not time out after everything was sent", async () => {
    const server = await listenWithStore(async (...args) => {
      const ref = await wire.ctx.blobs.putStream(...args);
      await sleep(BEYOND_SILENCE_MS);
      return ref;
    });
    expect(await sendFile({ ...wire, server }, ana, { bytes: zip })).toMatchObject({ sucesso: true });
    await server.stop();
  });

  test("an upload to a slow disk does not time out during backpressure", async () => {
    const server = await listenWithStore((contaId, source, o) => {
      const late = async function* () {
        let first = true;
        for await (const piece of source) {
          yield piece;
          if (first) await sleep(BEYOND_SILENCE_MS);
          first = false;
        }
      };
      return wire.ctx.blobs.putStream(contaId, late(), o);
    });
    expect(await sendFile({ ...wire, server }, ana, { bytes: bytes() })).toMatchObject({ sucesso: true });
    await server.stop();
  });

  test("an upload does not time out when its whole body arrives before the first write", async () => {
    const server = await listenWithStore(async (...args) => {
      await sleep(BEYOND_SILENCE_MS);
      return await wire.ctx.blobs.putStream(...args);
    });
    const socket = net.connect(server.port, "127.0.0.1");
    const file = Buffer.concat([zip, Buffer.alloc(20_000)]);
    const body = Buffer.concat([Buffer.from(EMPTY_PART), file, Buffer.from("\r\n--x--\r\n")]);
    socket.write(head([`Content-Length: ${body.length}`]));
    // Each piece is too small to cause backpressure.
    for (let at = 0; at < body.length; at += 9_000) {
      socket.write(body.subarray(at, at + 9_000));
      await sleep(SLOW_PAUSE_MS / 3);
    }
    expect(await readAnswer(socket)).toContain('"sucesso":true');
    await server.stop();
  });

  test("an upload to a slow disk ends when its sender falls silent", async () => {
    const server = await listenWithStore((contaId, source, o) => {
      const late = async function* () {
        for await (const piece of source) {
          await sleep(5);
          yield piece;
        }
      };
      return wire.ctx.blobs.putStream(contaId, late(), o);
    });
    const socket = net.connect(server.port, "127.0.0.1");
    socket.write(head(["Content-Length: 9000000"]) + PART);
    socket.write(Buffer.alloc(2 * 1_048_576));
    expect(await readAnswer(socket)).toContain("408 Request Timeout");
    await server.stop();
    await expectNothingKept();
  });
});

describe("an upload that is refused, slow or broken off", () => {
  test("an upload above the size limit is refused, with or without a Content-Length", async () => {
    const bytes = Buffer.concat([zip, Buffer.alloc(MAX_BYTES)]);
    const grande = refusalWith(
      "O arquivo tem mais de 97,7 KB e não pode ser importado. Divida-o em partes menores.",
    );
    const answer = await postFile({ ...wire, server: smallLimit }, ana, { bytes });
    expect([answer.status, await answer.json()]).toEqual([413, grande]);
    const told = await sendRaw(["Transfer-Encoding: chunked"], chunked(PART + "x".repeat(MAX_BYTES + 1)));
    expect(told).toContain("413 Payload Too Large");
    await expectNothingKept();
    const whole = Buffer.concat([zip, Buffer.alloc(MAX_BYTES - zip.length)]);
    expect(await sendFile({ ...wire, server: smallLimit }, ana, { bytes: whole })).toMatchObject({
      sucesso: true,
    });
  });

  test.each(["Content-Length: 5000", "Transfer-Encoding: chunked"])(
    "an upload leaves nothing when its connection breaks (%s)",
    async (length) => {
      const socket = net.connect(wire.server.port, "127.0.0.1");
      const begun = PART + "x".repeat(3_000);
      socket.write(head([length]) + (length.startsWith("T") ? chunked(begun) : begun));
      await expect.poll(files).toHaveLength(1);
      socket.destroy();
      await expect.poll(files).toEqual([]);
      await expectNothingKept();
    },
  );

  test.each([
    ["in its file", ""],
    ["in a mark", "\r\n--x"],
    ["behind a mark", "\r\n--x\r\n"],
    ["in the head of another part", "\r\n--x\r\nContent-Disposition: form-"],
  ])("an upload leaves nothing when the form ends early, %s", async (_caso, end) => {
    const body = `${PART}${"x".repeat(3_000)}${end}`;
    const answer = await sendRaw([`Content-Length: ${body.length}`], body);
    expect(answer).toContain("400 Bad Request");
    expect(answer).toContain(MESSAGES.falhaUploadArquivo);
    await expectNothingKept();
  });

  test("an upload ends when its sender falls silent", async () => {
    const answer = await sendRaw(["Content-Length: 5000"], `${PART}${"x".repeat(1_000)}`);
    expect(answer).toContain("408 Request Timeout");
    expect(answer).toContain(MESSAGES.falhaUploadArquivo);
    await expectNothingKept();
  });

  test("a slow upload succeeds when it is never silent for too long", async () => {
    const body = Buffer.concat([Buffer.from(EMPTY_PART), zip, Buffer.from("\r\n--x--\r\n")]);
    const socket = net.connect(smallLimit.port, "127.0.0.1");
    socket.write(head([`Content-Length: ${body.length}`]));
    for (let at = 0; at < body.length; at += 20) {
      socket.write(body.subarray(at, at + 20));
      await sleep(SLOW_PAUSE_MS);
    }
    expect(await readAnswer(socket)).toContain('"sucesso":true');
  });

  test("an upload ends when it trickles in byte by byte to keep its connection for hours", async () => {
    const socket = net.connect(smallLimit.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(head(["Content-Length: 5000"]) + PART);
    const drip = setInterval(() => socket.write("x"), SLOW_PAUSE_MS);
    expect(await readAnswer(socket)).toContain("408 Request Timeout");
    clearInterval(drip);
    await expectNothingKept();
  });

  test("an upload is refused with two files, with none, or without a form", async () => {
    const two = new FormData();
    for (const nome of ["a", "b"]) two.append(nome, new Blob([new Uint8Array(zip)]), "a.zip");
    const headers = { authorization: `Bearer ${ana.token}` };
    const url = `${wire.server.url}/Services/import`;
    for (const body of [two, new FormData(), "PK\x03\x04"]) {
      const answer = await fetch(url, { method: "POST", headers, body });
      expect([answer.status, await answer.json()]).toEqual([400, refusalWith(MESSAGES.falhaUploadArquivo)]);
    }
    expect(await rows()).toEqual([]);
    expect((await get(wire, "/Services/import", headers)).status).toBe(405);
  });

  test("an upload of a refused type is read to its end, so that the sender receives the reason", async () => {
    const size = 20 * 1_048_576;
    const socket = net.connect(wire.server.port, "127.0.0.1");
    socket.on("error", () => {});
    const body = `${EMPTY_PART}${"x".repeat(size)}\r\n--x--\r\n`;
    // Many programs read nothing until they have written everything.
    socket.pause();
    await new Promise((resolve) => socket.write(head([`Content-Length: ${body.length}`]) + body, resolve));
    expect(await readAnswer(socket)).toContain(MESSAGES.importacaoFormato);
    await expectNothingKept();
  });

  /** Sends the beginning of a request and reads the whole answer. */
  async function sendRaw(lines: string[], body: string): Promise<string> {
    const socket = net.connect(smallLimit.port, "127.0.0.1");
    socket.write(head(lines) + body);
    return await readAnswer(socket);
  }
});
