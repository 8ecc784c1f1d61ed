import { execFile, spawnSync } from "node:child_process";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { describeOperation, SOAP_NAMESPACE, SOAP_OPERATIONS, type SoapOperation } from "@malote/contract";
import fc from "fast-check";
import * as soap from "soap";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { TEST_SENHA } from "../setup/factories.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { type ContaFixture, openContaFixture, writeCopy, writeEvento } from "../setup/nota-copies.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

const run = promisify(execFile);
const FIXTURES = path.join(import.meta.dirname, "../fixtures/soap");
const SENHA = TEST_SENHA;

let wire: Wire;
let setup: ContaFixture;
let ana: SignedInUser;
let token: string;
const xml = writeCopy({});

beforeAll(async () => {
  wire = await createWire();
  setup = await openContaFixture(wire);
  ana = await signInNewUser(wire, { conta: setup });
  const { object } = await ana.call("Usuario.setNewAPIToken", {});
  token = (object as { token: string }).token;
  await setup.receive([xml]);
  await setup.receive([writeEvento({ chave: inventChave(1) })]);
});
afterAll(() => wire.dispose());

const address = (): string => `${wire.server.url}/Services/soap/MailInvoice`;
const SOAPS = {
  "1.1": { ns: "http://schemas.xmlsoap.org/soap/envelope/", media: "text/xml; charset=utf-8" },
  "1.2": { ns: "http://www.w3.org/2003/05/soap-envelope", media: "application/soap+xml; charset=utf-8" },
} as const;
type SoapVersion = keyof typeof SOAPS;

function envelope(
  message: string,
  o: { versao?: SoapVersion; com?: string | null; header?: string } = {},
): string {
  const { versao: version = "1.1", com: authToken = token, header } = o;
  const authHeader =
    header ??
    (authToken === null
      ? ""
      : `<Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${authToken}</token></Autenticacao>`);
  return `<s:Envelope xmlns:s="${SOAPS[version].ns}"><s:Header>${authHeader}</s:Header><s:Body>${message}</s:Body></s:Envelope>`;
}

const writeOperation = (nome: string, fields = ""): string =>
  `<${nome} xmlns="${SOAP_NAMESPACE}">${fields}</${nome}>`;

async function post(body: string | Buffer, o: { media?: string; versao?: SoapVersion } = {}) {
  const media = o.media ?? SOAPS[o.versao ?? "1.1"].media;
  const response = await fetch(address(), {
    method: "POST",
    headers: { "content-type": media },
    body: Buffer.from(body),
  });
  const bodyText = await response.text();
  const code = /<codigo>([^<]*)<\/codigo>/.exec(bodyText)?.[1] ?? null;
  return {
    status: response.status,
    texto: bodyText,
    codigo: code,
    media: response.headers.get("content-type"),
  };
}

const notaId = async (): Promise<string> => (await setup.nota(1)).id;

/** The result that each client must report. */
const expectedResult = () => ({
  entrou: true,
  notas: [inventChave(1)],
  xml: Buffer.from(xml).toString("base64"),
  igual: true,
  marcada: true,
  eventos: expect.arrayContaining(["nota", "evento"]),
  falha: "notaNaoEncontrada",
});

describe("a generated SOAP client signs in, lists, downloads, flags and reads the feed", () => {
  test.each(["1.1", "1.2"] as const)("a client of the soap package, SOAP %s", async (version) => {
    const client = await soap.createClientAsync(`${address()}?wsdl`, {
      forceSoap12Headers: version === "1.2",
    });
    const call = async (nome: string, args: object): Promise<Record<string, unknown>> =>
      (
        await (client as unknown as Record<string, (a: object) => Promise<[Record<string, unknown>]>>)[
          `${nome}Async`
        ]?.(args)
      )?.[0] ?? {};
    const signedIn = await call("Logar", {
      identificador: setup.identificador,
      nomeUsuario: "admin",
      senha: SENHA,
    });
    expect(String(signedIn.authToken).length).toBeGreaterThan(20);
    client.addSoapHeader({ Autenticacao: { token } }, "", "tns", SOAP_NAMESPACE);
    const { itens } = (await call("GetListNota", { limite: 10 })) as {
      itens: { id: string; chaveAcesso: string }[];
    };
    expect([itens].flat().map(({ chaveAcesso }) => chaveAcesso)).toEqual([inventChave(1)]);
    const id = await notaId();
    const downloaded = await call("GetXmlNota", { id });
    expect(Buffer.from(String(downloaded.conteudo), "base64").toString()).toBe(xml);
    expect(await call("SetProcessadoErp", { id, valor: true })).toMatchObject({ id, valor: true });
    const eventos = (await call("GetListEvento", { cursor: "0" })) as { itens: { tipo: string }[] };
    expect([eventos.itens].flat().map(({ tipo }) => tipo)).toEqual(
      expect.arrayContaining(["nota", "evento"]),
    );
    const missing = call("GetNota", { id: "00000000-0000-7000-8000-000000000000" });
    await expect(missing).rejects.toThrow(/Nota não encontrada|notaNaoEncontrada|encontrad/);
  });

  const hasPhp = spawnSync("/usr/bin/php", ["-r", "exit(class_exists('SoapClient') ? 0 : 1);"]).status === 0;
  const hasZeep = spawnSync("/usr/bin/python3", ["-c", "import zeep"]).status === 0;
  const clients = [
    ["PHP SoapClient", hasPhp, "/usr/bin/php", "cliente.php"],
    ["Python zeep", hasZeep, "/usr/bin/python3", "cliente.py"],
  ] as const;
  for (const [nome, has, program, file] of clients) {
    for (const version of ["1.1", "1.2"] as const) {
      test.skipIf(!has)(`a client of ${nome}, SOAP ${version}`, async () => {
        const args = [
          path.join(FIXTURES, file),
          `${address()}?wsdl`,
          token,
          setup.identificador,
          "admin",
          SENHA,
          version,
        ];
        const { stdout } = await run(program, args);
        expect(JSON.parse(stdout)).toEqual(expectedResult());
      });
    }
  }
});

describe("a SOAP call that fails gets a fault with a code", () => {
  test.each([
    ["no token", writeOperation("GetNota", "<id>x</id>"), { com: null }, "restSemToken"],
    ["a token of nobody's", writeOperation("GetNota", "<id>x</id>"), { com: "mal_x" }, "restTokenRecusado"],
    ["a wrong type", writeOperation("GetNota", "<id>5</id>"), {}, "restPedidoInvalido"],
    [
      "a field that nobody knows",
      writeOperation("GetNotasEntradaEmAberto", "<x>5</x>"),
      {},
      "restPedidoInvalido",
    ],
    [
      "a document of nobody's",
      writeOperation("GetNota", "<id>00000000-0000-7000-8000-000000000000</id>"),
      {},
      "notaNaoEncontrada",
    ],
    [
      "a cursor that nobody gave",
      writeOperation("GetListNota", "<cursor>abc</cursor>"),
      {},
      "cursorInvalido",
    ],
    [
      "a scope too few",
      writeOperation(
        "Manifestacao",
        "<id>00000000-0000-7000-8000-000000000000</id><novoStatus>4</novoStatus>",
      ),
      {},
      "escopoAusente",
    ],
    [
      "a wrong password",
      writeOperation("Logar", "<identificador>a</identificador><nomeUsuario>b</nomeUsuario><senha>c</senha>"),
      {},
      null,
    ],
    [
      "content that is no base64",
      writeOperation("EnviarArquivo", "<nome>a.xml</nome><conteudo>!</conteudo>"),
      {},
      "soapConteudo",
    ],
    [
      "a file of no kind",
      writeOperation("EnviarArquivo", "<nome>a.xml</nome><conteudo>YWJj</conteudo>"),
      {},
      "importacaoFormato",
    ],
    ["another operation", writeOperation("Apagar"), {}, "soapOperacao"],
    [
      "a header that must be understood",
      writeOperation("GetNota"),
      { header: '<x xmlns="urn:x" s:mustUnderstand="1"/>' },
      "soapCabecalho",
    ],
  ] as const)("a fault has the code for %s", async (_, message, o, code) => {
    for (const version of ["1.1", "1.2"] as const) {
      const answer = await post(envelope(message, { ...o, versao: version }), { versao: version });
      expect(answer.status).toBe(version === "1.1" || code === "soapCabecalho" ? 500 : 400);
      if (code !== null) expect(answer.codigo).toBe(code);
      expect(answer.texto).not.toMatch(/Receiver|Server</);
      expect(answer.media).toBe(SOAPS[version].media);
    }
  });

  test.each([
    [
      "a document type",
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      {},
      500,
      "soapDtd",
    ],
    ["no XML", "nada", {}, 500, "soapMalformado"],
    ["no envelope", "<a/>", {}, 500, "soapEnvelope"],
    ["JSON", "{}", { media: "application/json" }, 415, "soapMedia"],
    ["too much", "<a>".padEnd(13_000_000, " "), {}, 413, "soapGrande"],
  ] as const)("%s is refused as a SOAP call", async (_, body, o, status, code) => {
    expect(await post(body, o)).toMatchObject({ status, codigo: code });
  });

  test("randomly damaged SOAP calls get a valid answer", async () => {
    const right = envelope(writeOperation("GetListNota", "<limite>5</limite><processado>true</processado>"));
    const damage = fc.record({
      at: fc.nat(right.length - 1),
      cut: fc.nat(12),
      put: fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom("<", "&", "]]>", "<!--", "\0", "</", '"', "&#0;", "é"),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        const damaged = damages.reduce(
          (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
          right,
        );
        const { status, texto: bodyText } = await post(damaged);
        expect([200, 500]).toContain(status);
        if (status === 500) expect(bodyText).toMatch(/soap:(Client|VersionMismatch|MustUnderstand)/);
      }),
      { numRuns: 200, seed: 20_261_122 },
    );
  });
});

test("the WSDL contains every operation with its address and the fields of its request", async () => {
  const wsdl = await (await fetch(`${address()}?wsdl`)).text();
  expect(wsdl).toContain(`location="${address()}"`);
  for (const nome of Object.keys(SOAP_OPERATIONS) as SoapOperation[]) {
    expect(wsdl).toContain(`soapAction="${SOAP_NAMESPACE}/${nome}"`);
    for (const field of describeOperation(nome).pedido) expect(wsdl).toContain(`name="${field.nome}"`);
  }
});

test("SOAP accepts and lists a file, compressed or not", async () => {
  const content = gzipSync(writeCopy({ numero: 2 })).toString("base64");
  const sent = await post(
    envelope(
      writeOperation("EnviarArquivo", `<nome>a.xml</nome><conteudo>${content}</conteudo><gz>true</gz>`),
    ),
  );
  expect(sent).toMatchObject({ status: 200 });
  const { texto: bodyText } = await post(envelope(writeOperation("GetListImportacao")));
  expect(bodyText).toContain("<nomeArquivo>a.xml</nomeArquivo>");
});

test("SOAP accepts a call without a Content-Length", async () => {
  const body = new Blob([envelope(writeOperation("GetNotasEntradaEmAberto"))]).stream();
  const headers = { "content-type": SOAPS["1.1"].media };
  const response = await fetch(address(), { method: "POST", headers, body, duplex: "half" } as RequestInit);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining("NotasEntradaEmAberto"),
  ]);
});

test("large SOAP calls that stall lose their slots, and only a few may wait at once", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const stalled = await Promise.all([stall(), stall(), stall()]);
    expect(await Promise.race(stalled.map(({ status }) => status))).toBe(429);
    const said = await passTime(Promise.all(stalled.map(({ status }) => status)));
    expect(said.toSorted()).toEqual([408, 408, 429]);
    expect(await passTime((await stall()).status)).toBe(408);
  } finally {
    vi.useRealTimers();
  }
});

/** Advances the server's timers until the promise settles. */
async function passTime<T>(waiting: Promise<T>): Promise<T> {
  let over = false;
  const end = (): void => {
    over = true;
  };
  waiting.then(end, end);
  while (!over) {
    await vi.advanceTimersByTimeAsync(1_000);
    await sleep(10);
  }
  return await waiting;
}

/** Starts a large call whose sender stops early. `status` resolves when the server answers. */
async function stall(): Promise<{ status: Promise<number> }> {
  const headers = { "content-type": SOAPS["1.1"].media, "content-length": 5_000_000 };
  const request = http.request(address(), { method: "POST", headers, agent: false });
  const status = new Promise<number>((resolve, reject) => {
    request.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
  });
  status.catch(() => undefined);
  await new Promise<void>((resolve) => request.write("<a>".padEnd(1_000, " "), () => resolve()));
  return { status };
}

test("a batch of notas is flagged by id and by chave, with one result each", async () => {
  const id = await notaId();
  const itens = `<itens><id>${id}</id><valor>false</valor></itens><itens><chave>${inventChave(7)}</chave><valor>true</valor></itens>`;
  const { status, texto: bodyText } = await post(envelope(writeOperation("SetProcessadoErpLote", itens)));
  expect(status).toBe(200);
  expect([...bodyText.matchAll(/<sucesso>(\w+)<\/sucesso>/g)].map(([, sucesso]) => sucesso)).toEqual([
    "true",
    "false",
  ]);
});

test("a compressed call is decompressed only after it has a slot; a broken or oversized one leaves nothing", async () => {
  const send = (bytes: Buffer) =>
    post(
      envelope(
        writeOperation(
          "EnviarArquivo",
          `<nome>a.xml</nome><conteudo>${bytes.toString("base64")}</conteudo><gz>true</gz>`,
        ),
      ),
    );
  const kept = async () =>
    (await wire.asOwner("SELECT FROM importacao WHERE conta_id = $1", [setup.contaId])).length;
  const before = await kept();
  const wholeFile = gzipSync(writeCopy({ numero: 3 }));
  expect((await send(gzipSync(Buffer.alloc(67_108_865, "<a> ")))).codigo).toBe("importacaoGrande");
  expect((await send(wholeFile.subarray(0, -9))).codigo).toBe("soapConteudo");
  expect(await kept()).toBe(before);
  for (let n = before; n < 20; n += 1) expect((await send(wholeFile)).status).toBe(200);
  expect((await send(wholeFile.subarray(0, -9))).codigo).toBe("importacoesDemais");
});
