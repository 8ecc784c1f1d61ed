import { execFile, spawnSync } from "node:child_process";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { describeOperacao, OPERACOES_SOAP, type OperacaoSoap, SOAP_NAMESPACE } from "@malote/contract";
import fc from "fast-check";
import * as soap from "soap";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Casa, openCasa, writeCopia, writeEvento } from "./copias.ts";
import { SENHA_DE_TESTE } from "./factories.ts";
import { createWire, enter, type Pessoa, type Wire } from "./wire.ts";
import { inventChave } from "./wire-notas.ts";

const run = promisify(execFile);
const FIXTURES = path.join(import.meta.dirname, "fixtures/soap");
const SENHA = SENHA_DE_TESTE;

let wire: Wire;
let casa: Casa;
let ana: Pessoa;
let token: string;
const xml = writeCopia({});

beforeAll(async () => {
  wire = await createWire();
  casa = await openCasa(wire);
  ana = await enter(wire, { conta: casa });
  const { object } = await ana.call("Usuario.setNewAPIToken", {});
  token = (object as { token: string }).token;
  await casa.receive([xml]);
  await casa.receive([writeEvento({ chave: inventChave(1) })]);
});
afterAll(() => wire.dispose());

const address = (): string => `${wire.server.url}/Services/soap/MailInvoice`;
const SOAPS = {
  "1.1": { ns: "http://schemas.xmlsoap.org/soap/envelope/", media: "text/xml; charset=utf-8" },
  "1.2": { ns: "http://www.w3.org/2003/05/soap-envelope", media: "application/soap+xml; charset=utf-8" },
} as const;
type Versao = keyof typeof SOAPS;

function envelope(
  mensagem: string,
  o: { versao?: Versao; com?: string | null; header?: string } = {},
): string {
  const { versao = "1.1", com = token, header } = o;
  const autenticacao =
    header ??
    (com === null ? "" : `<Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${com}</token></Autenticacao>`);
  return `<s:Envelope xmlns:s="${SOAPS[versao].ns}"><s:Header>${autenticacao}</s:Header><s:Body>${mensagem}</s:Body></s:Envelope>`;
}

const op = (nome: string, campos = ""): string => `<${nome} xmlns="${SOAP_NAMESPACE}">${campos}</${nome}>`;

async function post(body: string | Buffer, o: { media?: string; versao?: Versao } = {}) {
  const media = o.media ?? SOAPS[o.versao ?? "1.1"].media;
  const response = await fetch(address(), {
    method: "POST",
    headers: { "content-type": media },
    body: Buffer.from(body),
  });
  const texto = await response.text();
  const codigo = /<codigo>([^<]*)<\/codigo>/.exec(texto)?.[1] ?? null;
  return { status: response.status, texto, codigo, media: response.headers.get("content-type") };
}

const notaId = async (): Promise<string> => (await casa.nota(1)).id;

/** The result that each client must report. */
const visto = () => ({
  entrou: true,
  notas: [inventChave(1)],
  xml: Buffer.from(xml).toString("base64"),
  igual: true,
  marcada: true,
  eventos: expect.arrayContaining(["nota", "evento"]),
  falha: "notaNaoEncontrada",
});

describe("a client generated from the WSDL signs in, lists, downloads, flags and reads the feed", () => {
  test.each(["1.1", "1.2"] as const)("the soap package, SOAP %s", async (versao) => {
    const cliente = await soap.createClientAsync(`${address()}?wsdl`, {
      forceSoap12Headers: versao === "1.2",
    });
    const call = async (nome: string, args: object): Promise<Record<string, unknown>> =>
      (
        await (cliente as unknown as Record<string, (a: object) => Promise<[Record<string, unknown>]>>)[
          `${nome}Async`
        ]?.(args)
      )?.[0] ?? {};
    const entrou = await call("Logar", {
      identificador: casa.identificador,
      nomeUsuario: "admin",
      senha: SENHA,
    });
    expect(String(entrou.authToken).length).toBeGreaterThan(20);
    cliente.addSoapHeader({ Autenticacao: { token } }, "", "tns", SOAP_NAMESPACE);
    const { itens } = (await call("GetListNota", { limite: 10 })) as {
      itens: { id: string; chaveAcesso: string }[];
    };
    expect([itens].flat().map(({ chaveAcesso }) => chaveAcesso)).toEqual([inventChave(1)]);
    const id = await notaId();
    const baixado = await call("GetXmlNota", { id });
    expect(Buffer.from(String(baixado.conteudo), "base64").toString()).toBe(xml);
    expect(await call("SetProcessadoErp", { id, valor: true })).toMatchObject({ id, valor: true });
    const eventos = (await call("GetListEvento", { cursor: "0" })) as { itens: { tipo: string }[] };
    expect([eventos.itens].flat().map(({ tipo }) => tipo)).toEqual(
      expect.arrayContaining(["nota", "evento"]),
    );
    const nenhuma = call("GetNota", { id: "00000000-0000-7000-8000-000000000000" });
    await expect(nenhuma).rejects.toThrow(/Nota não encontrada|notaNaoEncontrada|encontrad/);
  });

  const hasPhp = spawnSync("/usr/bin/php", ["-r", "exit(class_exists('SoapClient') ? 0 : 1);"]).status === 0;
  const hasZeep = spawnSync("/usr/bin/python3", ["-c", "import zeep"]).status === 0;
  const clients = [
    ["PHP SoapClient", hasPhp, "/usr/bin/php", "cliente.php"],
    ["Python zeep", hasZeep, "/usr/bin/python3", "cliente.py"],
  ] as const;
  for (const [nome, has, program, file] of clients) {
    for (const versao of ["1.1", "1.2"] as const) {
      test.skipIf(!has)(`${nome}, SOAP ${versao}`, async () => {
        const args = [
          path.join(FIXTURES, file),
          `${address()}?wsdl`,
          token,
          casa.identificador,
          "admin",
          SENHA,
          versao,
        ];
        const { stdout } = await run(program, args);
        expect(JSON.parse(stdout)).toEqual(visto());
      });
    }
  }
});

describe("a call that fails gets a fault with a code", () => {
  test.each([
    ["no token", op("GetNota", "<id>x</id>"), { com: null }, "restSemToken"],
    ["a token of nobody's", op("GetNota", "<id>x</id>"), { com: "mal_x" }, "restTokenRecusado"],
    ["a wrong type", op("GetNota", "<id>5</id>"), {}, "restPedidoInvalido"],
    ["a field that nobody knows", op("GetNotasEntradaEmAberto", "<x>5</x>"), {}, "restPedidoInvalido"],
    [
      "a document of nobody's",
      op("GetNota", "<id>00000000-0000-7000-8000-000000000000</id>"),
      {},
      "notaNaoEncontrada",
    ],
    ["a cursor that nobody gave", op("GetListNota", "<cursor>abc</cursor>"), {}, "cursorInvalido"],
    [
      "a scope too few",
      op("Manifestacao", "<id>00000000-0000-7000-8000-000000000000</id><novoStatus>4</novoStatus>"),
      {},
      "escopoAusente",
    ],
    [
      "a wrong password",
      op("Logar", "<identificador>a</identificador><nomeUsuario>b</nomeUsuario><senha>c</senha>"),
      {},
      null,
    ],
    [
      "content that is no base64",
      op("EnviarArquivo", "<nome>a.xml</nome><conteudo>!</conteudo>"),
      {},
      "soapConteudo",
    ],
    [
      "a file of no kind",
      op("EnviarArquivo", "<nome>a.xml</nome><conteudo>YWJj</conteudo>"),
      {},
      "importacaoFormato",
    ],
    ["another operation", op("Apagar"), {}, "soapOperacao"],
    [
      "a header that must be understood",
      op("GetNota"),
      { header: '<x xmlns="urn:x" s:mustUnderstand="1"/>' },
      "soapCabecalho",
    ],
  ] as const)("%s", async (_, mensagem, o, codigo) => {
    for (const versao of ["1.1", "1.2"] as const) {
      const answer = await post(envelope(mensagem, { ...o, versao }), { versao });
      expect(answer.status).toBe(versao === "1.1" || codigo === "soapCabecalho" ? 500 : 400);
      if (codigo !== null) expect(answer.codigo).toBe(codigo);
      expect(answer.texto).not.toMatch(/Receiver|Server</);
      expect(answer.media).toBe(SOAPS[versao].media);
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
  ] as const)("refuses %s as a call", async (_, body, o, status, codigo) => {
    expect(await post(body, o)).toMatchObject({ status, codigo });
  });

  test("randomly damaged calls get a valid answer", async () => {
    const right = envelope(op("GetListNota", "<limite>5</limite><processado>true</processado>"));
    const bend = fc.record({
      at: fc.nat(right.length - 1),
      cut: fc.nat(12),
      put: fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom("<", "&", "]]>", "<!--", "\0", "</", '"', "&#0;", "é"),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(bend, { minLength: 1, maxLength: 3 }), async (bends) => {
        const bent = bends.reduce(
          (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
          right,
        );
        const { status, texto } = await post(bent);
        expect([200, 500]).toContain(status);
        if (status === 500) expect(texto).toMatch(/soap:(Client|VersionMismatch|MustUnderstand)/);
      }),
      { numRuns: 200, seed: 20_261_122 },
    );
  });
});

test("the WSDL contains every operation with its address and the fields of its request", async () => {
  const wsdl = await (await fetch(`${address()}?wsdl`)).text();
  expect(wsdl).toContain(`location="${address()}"`);
  for (const nome of Object.keys(OPERACOES_SOAP) as OperacaoSoap[]) {
    expect(wsdl).toContain(`soapAction="${SOAP_NAMESPACE}/${nome}"`);
    for (const campo of describeOperacao(nome).pedido) expect(wsdl).toContain(`name="${campo.nome}"`);
  }
});

test("accepts and lists a file, compressed or not", async () => {
  const conteudo = gzipSync(writeCopia({ numero: 2 })).toString("base64");
  const sent = await post(
    envelope(op("EnviarArquivo", `<nome>a.xml</nome><conteudo>${conteudo}</conteudo><gz>true</gz>`)),
  );
  expect(sent).toMatchObject({ status: 200 });
  const { texto } = await post(envelope(op("GetListImportacao")));
  expect(texto).toContain("<nomeArquivo>a.xml</nomeArquivo>");
});

test("accepts a call without a Content-Length", async () => {
  const body = new Blob([envelope(op("GetNotasEntradaEmAberto"))]).stream();
  const headers = { "content-type": SOAPS["1.1"].media };
  const response = await fetch(address(), { method: "POST", headers, body, duplex: "half" } as RequestInit);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining("NotasEntradaEmAberto"),
  ]);
});

test("large calls that stall lose their slots, and only a few may wait at once", async () => {
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

test("a batch is flagged by id and by chave, with one result each", async () => {
  const id = await notaId();
  const itens = `<itens><id>${id}</id><valor>false</valor></itens><itens><chave>${inventChave(7)}</chave><valor>true</valor></itens>`;
  const { status, texto } = await post(envelope(op("SetProcessadoErpLote", itens)));
  expect(status).toBe(200);
  expect([...texto.matchAll(/<sucesso>(\w+)<\/sucesso>/g)].map(([, sucesso]) => sucesso)).toEqual([
    "true",
    "false",
  ]);
});

test("a compressed file is decompressed only after it has a slot; a broken or oversized one leaves nothing", async () => {
  const send = (bytes: Buffer) =>
    post(
      envelope(
        op(
          "EnviarArquivo",
          `<nome>a.xml</nome><conteudo>${bytes.toString("base64")}</conteudo><gz>true</gz>`,
        ),
      ),
    );
  const kept = async () =>
    (await wire.asOwner("SELECT FROM importacao WHERE conta_id = $1", [casa.contaId])).length;
  const antes = await kept();
  const inteiro = gzipSync(writeCopia({ numero: 3 }));
  expect((await send(gzipSync(Buffer.alloc(67_108_865, "<a> ")))).codigo).toBe("importacaoGrande");
  expect((await send(inteiro.subarray(0, -9))).codigo).toBe("soapConteudo");
  expect(await kept()).toBe(antes);
  for (let n = antes; n < 20; n += 1) expect((await send(inteiro)).status).toBe(200);
  expect((await send(inteiro.subarray(0, -9))).codigo).toBe("importacoesDemais");
});
