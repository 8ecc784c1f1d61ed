import { expect, test } from "vitest";
import { causeOf, firstOf, MESSAGE, open, outageOf, serve } from "../tests/imap-setup.ts";

const OTHER = Buffer.from("X: 2\r\n\r\n\u00e9\0\xff", "latin1");
const THREE = [MESSAGE, OTHER, Buffer.from("X: 3\r\n\r\n")];

test("messages are fetched byte for byte with commands that mark nothing as read", async () => {
  const server = await serve({ mensagens: [MESSAGE, OTHER], uids: [4, 9] });
  const source = await open(server);
  const { refs, marca } = await source.list();
  expect(refs).toEqual([
    { uid: "7.4", tamanho: MESSAGE.length, numero: 4 },
    { uid: "7.9", tamanho: OTHER.length, numero: 9 },
  ]);
  expect(marca).toBe("7.9");
  expect(await Promise.all(refs.map((ref) => source.fetch(ref)))).toEqual([MESSAGE, OTHER]);
  await source.close();
  expect(server.commands.filter((line) => /SELECT|STORE|BODY\[|EXPUNGE|CLOSE/.test(line))).toEqual([]);
});

test("a listing resumes after the mark, and starts over when the UIDVALIDITY differs", async () => {
  const server = await serve({ mensagens: THREE, uids: [4, 9, 12] });
  const source = await open(server);
  const uids = async (since: string | null): Promise<string[]> =>
    (await source.list(since)).refs.map(({ uid }) => uid);
  expect(await uids("7.4")).toEqual(["7.9", "7.12"]);
  expect(await uids("7.12")).toEqual([]);
  expect((await source.list("7.12")).marca).toBe("7.12");
  for (const strange of ["6.4", "7.", "7.x", "4", "", null, "7.99999999999"]) {
    expect(await uids(strange)).toEqual(["7.4", "7.9", "7.12"]);
  }
});

test("sends NOOP before each further listing: some servers report new messages only then", async () => {
  const server = await serve();
  const source = await open(server);
  await source.list();
  await source.list();
  const said = server.commands
    .filter((line) => /NOOP|SEARCH/.test(line))
    .map((line) => line.split(" ").at(1));
  expect(said).toEqual(["UID", "NOOP", "UID"]);
});

test("the listing of an empty folder has a mark, too", async () => {
  const source = await open(await serve({ mensagens: [] }));
  expect(await source.list()).toEqual({ refs: [], marca: "7.0" });
});

test("lists a message whose size the server does not report", async () => {
  const server = await serve({
    mensagens: THREE,
    responde: ({ nome, resto }) =>
      nome === "UID FETCH" && resto.includes("SIZE")
        ? "* 1 FETCH (UID 1 RFC822.SIZE 9)\r\n* 3 FETCH (UID 3 RFC822.SIZE 10)\r\n%t OK feito\r\n"
        : undefined,
  });
  const source = await open(server);
  expect((await source.list()).refs.map(({ tamanho }) => tamanho)).toEqual([9, 0, 10]);
  expect((await source.find(["7.1", "7.2", "7.3"])).map(({ uid }) => uid)).toEqual(["7.1", "7.3"]);
});

test("the first 1 000 sizes are requested in the listing, the others with the message", async () => {
  const small = Buffer.from("X: 1\r\n\r\n");
  const mensagens = [...Array.from({ length: 1_500 }, () => small), Buffer.alloc(90_000, "x"), MESSAGE];
  const server = await serve({ mensagens });
  const source = await open(server, {}, { maxBytes: 80_000 });
  const { refs, marca } = await source.list();
  expect([refs.length, marca]).toEqual([1_502, "7.1502"]);
  expect(refs.filter(({ tamanho }) => tamanho === small.length).length).toBe(1_000);
  const [large, last] = refs.slice(-2);
  if (large === undefined || last === undefined) throw new Error("no message");
  expect(await outageOf(source.fetch(large))).toMatchObject({ causa: "grande-demais", soMensagem: true });
  expect(await source.fetch(last)).toEqual(MESSAGE);
  expect(server.commands.filter((line) => line.includes("PEEK[]")).length).toBe(1);
});

test("a message is fetched although the server only estimated its size", async () => {
  const source = await open(await serve({ tamanhos: [MESSAGE.length + 40] }));
  expect(await source.fetch(await firstOf(source))).toEqual(MESSAGE);
});

test("a listing uses ESEARCH when the server supports it", async () => {
  const server = await serve({
    mensagens: THREE,
    capabilities: "IMAP4rev1 ESEARCH AUTH=PLAIN",
    responde: ({ nome, tag }) =>
      nome === "UID SEARCH" ? `* ESEARCH (TAG "${tag}") UID COUNT 3 ALL 1:2,3\r\n%t OK feito\r\n` : undefined,
  });
  const source = await open(server);
  expect((await source.list()).refs.map(({ numero }) => numero)).toEqual([1, 2, 3]);
});

test("a message is proved by its header alone", async () => {
  const server = await serve({ mensagens: [MESSAGE, MESSAGE, OTHER] });
  const source = await open(server);
  const { refs } = await source.list();
  const proofs = await Promise.all(refs.map((ref) => source.prove(ref)));
  expect(proofs[0]).toBe(proofs[1]);
  expect(proofs[0]).not.toBe(proofs[2]);
  expect(server.commands.filter((line) => line.includes("PEEK[]"))).toEqual([]);
});

test("remove deletes exactly the named messages, with UID EXPUNGE only", async () => {
  const server = await serve({ mensagens: THREE });
  const source = await open(server);
  const { refs } = await source.list();
  await source.remove(refs.slice(1, 2));
  expect((await source.list()).refs.map(({ uid }) => uid)).toEqual(["7.1", "7.3"]);
  await source.remove([{ uid: "6.1", tamanho: 1, numero: 1 }]);
  const said = server.commands
    .filter((line) => /STORE|EXPUNGE/.test(line))
    .map((line) => line.replace(/^\S+ /, ""));
  expect(said).toEqual(["UID STORE 2 +FLAGS.SILENT (\\Deleted)", "UID EXPUNGE 2"]);
});

test("remove without UIDPLUS deletes nothing, and the session continues", async () => {
  const server = await serve({ capabilities: "IMAP4rev1 AUTH=PLAIN" });
  const source = await open(server);
  const ref = await firstOf(source);
  expect(source.podeApagar).toBe(false);
  expect(await outageOf(source.remove([ref]))).toMatchObject({ causa: "protocolo", soMensagem: true });
  expect(await source.fetch(ref)).toEqual(MESSAGE);
  expect(server.commands.filter((line) => /STORE|EXPUNGE/.test(line))).toEqual([]);
});

test("remove rejects when a deleted message is still in the folder", async () => {
  const server = await serve({
    responde: ({ nome }) => (nome === "UID EXPUNGE" ? "%t OK feito\r\n" : undefined),
  });
  const source = await open(server);
  expect(await causeOf(source.remove([await firstOf(source)]))).toBe("protocolo");
});

test("a message that arrives during the wait ends the wait", async () => {
  const server = await serve();
  const source = await open(server);
  const { marca } = await source.list();
  const waiting = source.waitForNews?.(new AbortController().signal);
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.receiveMessage(OTHER);
  await waiting;
  const { refs } = await source.list(marca);
  expect(refs.map(({ uid }) => uid)).toEqual(["7.2"]);
  expect(await Promise.all(refs.map((ref) => source.fetch(ref)))).toEqual([OTHER]);
});

test("the signal ends the wait and the session continues", async () => {
  const server = await serve();
  const source = await open(server);
  const ref = await firstOf(source);
  await source.waitForNews?.(AbortSignal.timeout(50));
  await source.waitForNews?.(AbortSignal.abort());
  expect(await source.fetch(ref)).toEqual(MESSAGE);
  expect(server.commands.filter((line) => line === "DONE").length).toBe(1);
});

test("close ends a wait for new messages", async () => {
  const source = await open(await serve());
  const waiting = source.waitForNews?.(new AbortController().signal);
  await new Promise((resolve) => setTimeout(resolve, 30));
  await source.close();
  await waiting;
});

test("a session enables no extension and sends only the product name as ID", async () => {
  const capabilities = "IMAP4rev1 ID IDLE ENABLE CONDSTORE UTF8=ACCEPT COMPRESS=DEFLATE UIDPLUS AUTH=PLAIN";
  const server = await serve({ capabilities });
  const source = await open(server);
  await source.fetch(await firstOf(source));
  await source.close();
  const said = server.commands.map((line) => line.replace(/^\S+ /, ""));
  expect(said.filter((line) => /^(ENABLE|COMPRESS|IDLE|SELECT)/.test(line))).toEqual([]);
  expect(said.filter((line) => line.startsWith("ID"))).toEqual([
    'ID ("name" "Malote")',
    'ID ("name" "Malote")',
  ]);
});

test("a source without IDLE has no waitForNews", async () => {
  const source = await open(await serve({ capabilities: "IMAP4rev1 AUTH=PLAIN" }));
  expect(source.waitForNews).toBeUndefined();
});

test("overlapping calls run one after another", async () => {
  const source = await open(await serve({ mensagens: THREE }));
  const refs = (await source.list()).refs;
  const [one, listed, three] = await Promise.all([
    source.fetch(refs[0] ?? { uid: "", tamanho: 0, numero: 0 }),
    source.list(),
    source.fetch(refs[2] ?? { uid: "", tamanho: 0, numero: 0 }),
  ]);
  expect([one, three]).toEqual([THREE[0], THREE[2]]);
  expect(listed.refs).toEqual(refs);
});

test("uids contain a hash of the folder name, so that uids of two folders never mix", async () => {
  const server = await serve({
    responde: ({ nome }) => (nome === "LIST" ? '* LIST () "/" "Emiss&AOM-o"\r\n%t OK feito\r\n' : undefined),
  });
  const source = await open(server, { pasta: " Emissão " });
  expect((await source.list()).refs.map(({ uid }) => uid)).toEqual([
    expect.stringMatching(/^[0-9a-f]{8}\.7\.1$/),
  ]);
  expect(server.commands.find((line) => line.includes("EXAMINE"))).toContain('"Emiss&AOM-o"');
});

test.each(["a\r\nb", "tudo*", "x".repeat(501)])(
  "an invalid folder name is refused without connecting: %j",
  async (pasta) => {
    const server = await serve();
    expect(await causeOf(open(server, { pasta }))).toBe("pasta pasta-inexistente");
    expect(server.connections()).toBe(0);
  },
);
