import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Envelope, formatMensagem, MENSAGENS } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blobsOf } from "../src/app-context.ts";
import { createHouse } from "../src/doors/house.ts";
import { type Listening, listen } from "../src/doors/listen.ts";
import { ABERTAS_MAX } from "../src/services/importacao/importacao.rules.ts";
import { post, send } from "./importacao.ts";
import { createWire, enter, get, type Pessoa, type Wire } from "./wire.ts";
import { zipOf } from "./zip.ts";

const MAX = 100_000;
const SILENCIO_MS = 600;
/** Longer than the allowed silence. */
const MAIS_MS = 1.5 * SILENCIO_MS;
/** Pause between two pieces of a slow sender that is not idle. */
const VAGAR_MS = 90;

let wire: Wire;
let ana: Pessoa;
/** The same application with a lower size limit. */
let estreita: Listening;
let zip: Buffer;

beforeAll(async () => {
  wire = await createWire();
  const house = createHouse(wire.ctx, { importMax: MAX, silencioMs: SILENCIO_MS });
  estreita = await listen(house, { host: "127.0.0.1", port: 0 });
  zip = await zipOf([{ nome: "a.txt", bytes: Buffer.from("nada") }]);
});
afterAll(async () => {
  await estreita.stop();
  await wire.dispose();
});
beforeEach(async () => {
  ana = await enter(wire);
});

const no = (mensagem: string): Partial<Envelope> =>
  expect.objectContaining({ sucesso: false, mensagem, object: null });
const rows = () => wire.asOwner("SELECT FROM importacao WHERE conta_id = $1", [ana.contaId]);

/** Files in the blob store of Ana's conta, partial files included. */
async function files(): Promise<string[]> {
  const folder = `${blobsOf(wire.config)}/${ana.contaId}`;
  const all = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function nothingKept(): Promise<void> {
  expect(await rows()).toEqual([]);
  expect(await files()).toEqual([]);
  expect(await wire.asOwner("SELECT FROM email WHERE conta_id = $1", [ana.contaId])).toEqual([]);
  expect(await wire.asOwner("SELECT FROM tarefa WHERE conta_id = $1", [ana.contaId])).toEqual([]);
}

const PARTE_VAZIA = `--x\r\nContent-Disposition: form-data; name="arquivo"; filename="a.zip"\r\n\r\n`;
const PARTE = `${PARTE_VAZIA}PK\x03\x04`;
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

async function hear(socket: net.Socket): Promise<string> {
  let answer = "";
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.includes("\r\n\r\n") && answer.trimEnd().endsWith("}")) break;
  }
  socket.destroy();
  return answer;
}

describe("receiving a file", () => {
  test("queues a complete upload and returns its size and sender", async () => {
    const { object, sucesso } = await send(wire, ana, { bytes: zip, nome: "C:\\notas\\março 2026.zip" });
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

  test("accepts a file from any signed-in user of the conta and from no one else", async () => {
    const conta = { contaId: ana.contaId, identificador: ana.identificador };
    const rui = await enter(wire, { conta, nomeUsuario: "rui", administrador: false });
    expect(await send(wire, rui, { bytes: zip })).toMatchObject({ sucesso: true });
    const answer = await post(wire, null, { bytes: zip });
    expect([answer.status, await answer.json()]).toEqual([401, no(MENSAGENS.arquivoSemSessao)]);
    expect(await rows()).toHaveLength(1);
  });

  test("refuses an upload authenticated by cookie alone, which another site could forge", async () => {
    const body = new FormData();
    body.set("arquivo", new Blob([new Uint8Array(zip)]), "a.zip");
    const headers = { cookie: ana.cookie, "sec-fetch-site": "same-origin" };
    const answer = await fetch(`${wire.server.url}/Services/import`, { method: "POST", headers, body });
    expect(answer.status).toBe(401);
    await nothingKept();
  });

  test.each([
    ["a RAR", Buffer.from("Rar!\x1a\x07\x00 muitos bytes", "latin1"), "notas.zip"],
    ["a PDF", Buffer.from("%PDF-1.7\n"), "nota.xml"],
    ["a text", Buffer.from("chave;valor\n1;2"), "nota.xml"],
    ["a page", Buffer.from("<!DOCTYPE html><html></html>"), "nota.xml"],
    ["a gzip", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), "nota.xml"],
  ])("refuses %s by its bytes, whatever its file name", async (_caso, bytes, nome) => {
    const answer = await post(wire, ana, { bytes, nome });
    expect([answer.status, await answer.json()]).toEqual([200, no(MENSAGENS.importacaoFormato)]);
    await nothingKept();
  });

  test.each([
    ["with a mark", Buffer.from("\ufeff<?xml version='1.0'?><a/>")],
    ["after blanks", Buffer.from("\r\n  <NFe/>")],
    ["of sixteen bits", Buffer.from("\ufeff<NFe/>", "utf16le")],
  ])("accepts XML %s, whatever its file name", async (_caso, bytes) => {
    expect(await send(wire, ana, { bytes, nome: "nota.txt" })).toMatchObject({ sucesso: true });
  });

  test("refuses an empty file", async () => {
    expect(await send(wire, ana, { bytes: Buffer.alloc(0) })).toEqual(no(MENSAGENS.importacaoVazia));
    await nothingKept();
  });

  test("answers 503 and keeps nothing when the disk is full", async () => {
    const blobs = {
      ...wire.ctx.blobs,
      putStream: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })),
    };
    const house = createHouse({ ...wire.ctx, blobs });
    const server = await listen(house, { host: "127.0.0.1", port: 0 });
    const answer = await post({ ...wire, server }, ana, { bytes: zip });
    await server.stop();
    expect([answer.status, await answer.json()]).toEqual([503, no(MENSAGENS.erroTransmitindoArquivo)]);
    await nothingKept();
  });
});

describe("limit of open importações", () => {
  const demais = (): Partial<Envelope> => no(formatMensagem("importacoesDemais", { limite: ABERTAS_MAX }));

  test("a conta has at most 20 open importações; the next is refused before its body is read", async () => {
    for (let n = 0; n < ABERTAS_MAX; n += 1)
      expect(await send(wire, ana, { bytes: zip })).toMatchObject({ sucesso: true });
    const kept = await files();
    // Only the head is sent, with the length of the body.
    const socket = net.connect(wire.server.port, "127.0.0.1");
    socket.write(head(["Content-Length: 5000000"]));
    expect(await hear(socket)).toContain("Espere um deles terminar");
    // A client that sends the whole body before it reads also receives the refusal.
    const patient = net.connect(wire.server.port, "127.0.0.1").on("error", () => {});
    patient.pause();
    const length = 20 * 1_048_576;
    const all = head([`Content-Length: ${length}`]) + "x".repeat(length);
    await new Promise((resolve) => patient.write(all, resolve));
    expect(await hear(patient)).toContain("Espere um deles terminar");
    expect(await send(wire, ana, { bytes: zip })).toEqual(demais());
    expect(await files()).toEqual(kept);
    const rui = await enter(wire);
    expect(await send(wire, rui, { bytes: zip })).toMatchObject({ sucesso: true });
    await wire.asOwner(
      "UPDATE importacao SET estado = 'concluido', terminado_em = now() WHERE id = (SELECT id FROM importacao WHERE conta_id = $1 LIMIT 1)",
      [ana.contaId],
    );
    expect(await send(wire, ana, { bytes: zip })).toMatchObject({ sucesso: true });
  });

  test("uploads in progress count towards the limit", async () => {
    const sockets = Array.from({ length: ABERTAS_MAX }, () => net.connect(wire.server.port, "127.0.0.1"));
    for (const socket of sockets)
      socket.write(`${head(["Content-Length: 5000"])}${PARTE}${"x".repeat(3_000)}`);
    await expect.poll(files).toHaveLength(ABERTAS_MAX);
    expect(await send(wire, ana, { bytes: zip })).toEqual(demais());
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () => await send(wire, ana, { bytes: zip }))
      .toEqual(expect.objectContaining({ sucesso: true }));
  });
});

describe("an upload to a slow disk", () => {
  const slowly = async (putStream: typeof wire.ctx.blobs.putStream) => {
    const house = createHouse(
      { ...wire.ctx, blobs: { ...wire.ctx.blobs, putStream } },
      { silencioMs: SILENCIO_MS },
    );
    return await listen(house, { host: "127.0.0.1", port: 0 });
  };
  const bytes = () => Buffer.concat([zip, randomBytes(16 * 1_048_576)]);

  test("an upload to a slow disk does not time out after everything was sent", async () => {
    const server = await slowly(async (...args) => {
      const ref = await wire.ctx.blobs.putStream(...args);
      await sleep(MAIS_MS);
      return ref;
    });
    expect(await send({ ...wire, server }, ana, { bytes: zip })).toMatchObject({ sucesso: true });
    await server.stop();
  });

  test("an upload to a slow disk does not time out during backpressure", async () => {
    const server = await slowly((contaId, source, o) => {
      const late = async function* () {
        let first = true;
        for await (const piece of source) {
          yield piece;
          if (first) await sleep(MAIS_MS);
          first = false;
        }
      };
      return wire.ctx.blobs.putStream(contaId, late(), o);
    });
    expect(await send({ ...wire, server }, ana, { bytes: bytes() })).toMatchObject({ sucesso: true });
    await server.stop();
  });

  test("an upload does not time out when its whole body arrives before the first write", async () => {
    const server = await slowly(async (...args) => {
      await sleep(MAIS_MS);
      return await wire.ctx.blobs.putStream(...args);
    });
    const socket = net.connect(server.port, "127.0.0.1");
    const file = Buffer.concat([zip, Buffer.alloc(20_000)]);
    const body = Buffer.concat([Buffer.from(PARTE_VAZIA), file, Buffer.from("\r\n--x--\r\n")]);
    socket.write(head([`Content-Length: ${body.length}`]));
    // Each piece is too small to cause backpressure.
    for (let at = 0; at < body.length; at += 9_000) {
      socket.write(body.subarray(at, at + 9_000));
      await sleep(VAGAR_MS / 3);
    }
    expect(await hear(socket)).toContain('"sucesso":true');
    await server.stop();
  });

  test("an upload to a slow disk ends when its sender falls silent", async () => {
    const server = await slowly((contaId, source, o) => {
      const late = async function* () {
        for await (const piece of source) {
          await sleep(5);
          yield piece;
        }
      };
      return wire.ctx.blobs.putStream(contaId, late(), o);
    });
    const socket = net.connect(server.port, "127.0.0.1");
    socket.write(head(["Content-Length: 9000000"]) + PARTE);
    socket.write(Buffer.alloc(2 * 1_048_576));
    expect(await hear(socket)).toContain("408 Request Timeout");
    await server.stop();
    await nothingKept();
  });
});

describe("an upload", () => {
  test("an upload above the size limit is refused, with or without a Content-Length", async () => {
    const bytes = Buffer.concat([zip, Buffer.alloc(MAX)]);
    const grande = no("O arquivo tem mais de 97,7 KB e não pode ser importado. Divida-o em partes menores.");
    const answer = await post({ ...wire, server: estreita }, ana, { bytes });
    expect([answer.status, await answer.json()]).toEqual([413, grande]);
    const told = await speak(["Transfer-Encoding: chunked"], chunked(PARTE + "x".repeat(MAX + 1)));
    expect(told).toContain("413 Payload Too Large");
    await nothingKept();
    const whole = Buffer.concat([zip, Buffer.alloc(MAX - zip.length)]);
    expect(await send({ ...wire, server: estreita }, ana, { bytes: whole })).toMatchObject({ sucesso: true });
  });

  test.each(["Content-Length: 5000", "Transfer-Encoding: chunked"])(
    "an upload leaves nothing when its connection breaks (%s)",
    async (length) => {
      const socket = net.connect(wire.server.port, "127.0.0.1");
      const begun = PARTE + "x".repeat(3_000);
      socket.write(head([length]) + (length.startsWith("T") ? chunked(begun) : begun));
      await expect.poll(files).toHaveLength(1);
      socket.destroy();
      await expect.poll(files).toEqual([]);
      await nothingKept();
    },
  );

  test.each([
    ["in its file", ""],
    ["in a mark", "\r\n--x"],
    ["behind a mark", "\r\n--x\r\n"],
    ["in the head of another part", "\r\n--x\r\nContent-Disposition: form-"],
  ])("an upload leaves nothing when the form ends early, %s", async (_caso, fim) => {
    const body = `${PARTE}${"x".repeat(3_000)}${fim}`;
    const answer = await speak([`Content-Length: ${body.length}`], body);
    expect(answer).toContain("400 Bad Request");
    expect(answer).toContain(MENSAGENS.falhaUploadArquivo);
    await nothingKept();
  });

  test("an upload ends when its sender falls silent", async () => {
    const answer = await speak(["Content-Length: 5000"], `${PARTE}${"x".repeat(1_000)}`);
    expect(answer).toContain("408 Request Timeout");
    expect(answer).toContain(MENSAGENS.falhaUploadArquivo);
    await nothingKept();
  });

  test("a slow upload succeeds when it is never silent for too long", async () => {
    const body = Buffer.concat([Buffer.from(PARTE_VAZIA), zip, Buffer.from("\r\n--x--\r\n")]);
    const socket = net.connect(estreita.port, "127.0.0.1");
    socket.write(head([`Content-Length: ${body.length}`]));
    for (let at = 0; at < body.length; at += 20) {
      socket.write(body.subarray(at, at + 20));
      await sleep(VAGAR_MS);
    }
    expect(await hear(socket)).toContain('"sucesso":true');
  });

  test("an upload ends when it trickles in byte by byte to keep its connection for hours", async () => {
    const socket = net.connect(estreita.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(head(["Content-Length: 5000"]) + PARTE);
    const drip = setInterval(() => socket.write("x"), VAGAR_MS);
    expect(await hear(socket)).toContain("408 Request Timeout");
    clearInterval(drip);
    await nothingKept();
  });

  test("an upload is refused with two files, with none, or without a form", async () => {
    const two = new FormData();
    for (const nome of ["a", "b"]) two.append(nome, new Blob([new Uint8Array(zip)]), "a.zip");
    const headers = { authorization: `Bearer ${ana.token}` };
    const url = `${wire.server.url}/Services/import`;
    for (const body of [two, new FormData(), "PK\x03\x04"]) {
      const answer = await fetch(url, { method: "POST", headers, body });
      expect([answer.status, await answer.json()]).toEqual([400, no(MENSAGENS.falhaUploadArquivo)]);
    }
    expect(await rows()).toEqual([]);
    expect((await get(wire, "/Services/import", headers)).status).toBe(405);
  });

  test("an upload of a refused type is read to its end, so that the sender receives the reason", async () => {
    const size = 20 * 1_048_576;
    const socket = net.connect(wire.server.port, "127.0.0.1");
    socket.on("error", () => {});
    const body = `${PARTE_VAZIA}${"x".repeat(size)}\r\n--x--\r\n`;
    // Many programs read nothing until they have written everything.
    socket.pause();
    await new Promise((resolve) => socket.write(head([`Content-Length: ${body.length}`]) + body, resolve));
    expect(await hear(socket)).toContain(MENSAGENS.importacaoFormato);
    await nothingKept();
  });

  /** Sends the beginning of a request and reads the whole answer. */
  async function speak(lines: string[], body: string): Promise<string> {
    const socket = net.connect(estreita.port, "127.0.0.1");
    socket.write(head(lines) + body);
    return await hear(socket);
  }
});
