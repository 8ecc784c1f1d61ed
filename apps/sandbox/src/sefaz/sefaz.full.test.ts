import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CertificateOptions } from "../document-generator/certificates/certificate-issuer.ts";
import { seedKeySet } from "../document-generator/certificates/shared-key-set.ts";
import { FORNECEDORES } from "../document-generator/companies/suppliers.ts";
import { manifestacao } from "../document-generator/evento/nfe-eventos.ts";
import { type Sandbox, startSandbox } from "../sandbox.ts";
import type { AuthorizedNota } from "../scenarios/environment.ts";
import { type ClientCertificate, callSefaz, consSitNFe, demoCertificate } from "../tests/call-sefaz.ts";
import { https } from "../tests/http-and-pop3.ts";
import { distNSU, docZips, textOf, wrap } from "../tests/test-sefaz.ts";

const SP_FORNECEDOR = FORNECEDORES.find(({ endereco }) => endereco.uf === "SP");

let dir: string;
let sandbox: Sandbox;
let nota: AuthorizedNota;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-sefaz-"));
  await seedKeySet(dir);
  sandbox = await startSandbox({ dir, consolePort: 0 });
  if (!SP_FORNECEDOR) throw new Error("no supplier in SP");
  nota = sandbox.environment.emitNota({ fornecedor: SP_FORNECEDOR });
}, 60_000);

afterEach(() => {
  sandbox.sefaz.setFault("nenhuma");
  sandbox.sefaz.setFaultRules([]);
  sandbox.sefaz.setCrl({});
  sandbox.clock.reset();
});

afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

function ask(
  caller: ClientCertificate = demoCertificate(sandbox.info),
  chave = nota.chaveAcesso,
  signal?: AbortSignal,
) {
  const porta = "SP/55/NFeConsultaProtocolo4" as const;
  return callSefaz(sandbox.info, { porta, payload: consSitNFe(chave), quem: caller, signal });
}

async function askAs(pedido: CertificateOptions): Promise<string | undefined> {
  const { pfx, senha } = await sandbox.certificateIssuer.make(pedido);
  return textOf((await ask({ pfx, senha })).body, "cStat");
}

describe("the caller's certificate", () => {
  const cnpj = "99827364000100";

  test.each([
    ["100", "is valid", {}],
    ["100", "is an e-CPF", { cnpj: "98746120025" }],
    ["280", "is for servers only", { deServidor: true }],
    ["281", "has expired", { validoDias: -1 }],
    ["282", "has no CNPJ or CPF", { semDocumento: true }],
    ["285", "is of an unknown authority", { estranho: true }],
  ])("the answer is %s when the caller's certificate %s", async (cStat, _what, pedido) => {
    expect(await askAs({ cnpj, ...pedido })).toBe(cStat);
  });

  test("a certificate without a valid signature of its issuer is refused (283)", async () => {
    const { certificadoPem, chavePem } = await sandbox.certificateIssuer.make({ cnpj });
    const der = Buffer.from(certificadoPem.replace(/-----[A-Z ]+-----|\s/g, ""), "base64");
    // The last bytes of a certificate are its issuer's signature.
    der[der.length - 1] = (der[der.length - 1] ?? 0) ^ 1;
    const cert = `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
    const url = `${sandbox.info.sefazUrl}/SP/55/NFeConsultaProtocolo4`;
    const headers = { "Content-Type": "application/soap+xml" };
    const payload = wrap("NFeConsultaProtocolo4", consSitNFe(nota.chaveAcesso));
    const { body } = await https(url, { cert, key: chavePem, ca: sandbox.info.ancoraPem, headers }, payload);
    expect(textOf(body, "cStat")).toBe("283");
  });

  test("a certificate expires by the sandbox clock (281)", async () => {
    const { pfx, senha } = await sandbox.certificateIssuer.make({ cnpj, validoDias: 20 });
    expect(textOf((await ask({ pfx, senha })).body, "cStat")).toBe("100");
    sandbox.clock.advance(21 * DAY_MS);
    expect(textOf((await ask({ pfx, senha })).body, "cStat")).toBe("281");
  });

  test("a certificate is refused when it is revoked (284) or its CRL unavailable (286)", async () => {
    sandbox.sefaz.setCrl({ revogados: [cnpj] });
    expect(await askAs({ cnpj })).toBe("284");
    sandbox.sefaz.setCrl({ inacessivel: true });
    expect(await askAs({ cnpj })).toBe("286");
  });
});

describe("the distribution service over HTTPS", () => {
  test("the distribution service answers in its own wrapper, and only for the CNPJ of the certificate", async () => {
    const porta = "AN/55/NFeDistribuicaoDFe" as const;
    const dist = (index: number) =>
      callSefaz(sandbox.info, { porta, payload: distNSU(0), quem: demoCertificate(sandbox.info, index) });
    expect(textOf((await dist(1)).body, "cStat")).toBe("593");
    const { body } = await dist(0);
    expect(body).toMatch(
      /<nfeDistDFeInteresseResponse xmlns="[^"]+"><nfeDistDFeInteresseResult><retDistDFeInt /,
    );
    expect(docZips(body).map(({ schema }) => schema)).toContain("resNFe_v1.01.xsd");
  });

  test.each(["SP/55/NFeDistribuicaoDFe", "AN/55/NFeConsultaProtocolo4", "AN/65/NFeRecepcaoEvento4"] as const)(
    "the distribution service is not served at %s",
    async (porta) => {
      const caller = demoCertificate(sandbox.info);
      expect((await callSefaz(sandbox.info, { porta, payload: distNSU(0), quem: caller })).status).toBe(404);
    },
  );

  test("the Ambiente Nacional uses its own wrapper for an event response", async () => {
    const caller = demoCertificate(sandbox.info);
    const an = await callSefaz(sandbox.info, {
      porta: "AN/55/NFeRecepcaoEvento4",
      payload: "<a></a>",
      quem: caller,
    });
    const sp = await callSefaz(sandbox.info, {
      porta: "SP/55/NFeRecepcaoEvento4",
      payload: "<a></a>",
      quem: caller,
    });
    expect(an.body).toContain("<nfeRecepcaoEventoNFResult xmlns=");
    expect(sp.body).toContain("<nfeResultMsg xmlns=");
    expect([textOf(an.body, "cStat"), textOf(sp.body, "cStat")]).toEqual(["215", "215"]);
  });
});

describe("SEFAZ faults set by command", () => {
  test.each([
    ["fora-do-ar", 200, /<cStat>108</],
    ["sem-previsao", 200, /<cStat>109</],
    ["http-403", 403, /Forbidden/],
    ["http-500", 500, /^$/],
    ["html-500", 500, /^<!DOCTYPE html>/],
    ["html-200", 200, /^<!DOCTYPE html>/],
    ["soap-fault", 500, /soap:Receiver/],
  ] as const)("the fault %s changes the response", async (fault, status, body) => {
    sandbox.sefaz.setFault(fault);
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(body);
  });

  test("a fault cuts the connection, or sends a response in another charset than declared", async () => {
    sandbox.sefaz.setFault("conexao-cortada");
    await expect(ask()).rejects.toThrow(/socket hang up|ECONNRESET/);
    sandbox.sefaz.setFault("charset-errado");
    const { body, headers } = await ask();
    expect(headers["content-type"]).toContain("charset=utf-8");
    expect(body).toContain("\uFFFD");
  });

  test("a fault loses the response after the event is registered, so a repetition is a duplicate (573)", async () => {
    const caller = demoCertificate(sandbox.info);
    const own = sandbox.environment.emitNota();
    const { eventoXml } = sandbox.generator.signEvento({
      documento: own,
      detalhe: manifestacao("ciencia", ""),
      autor: own.destinatario,
      dataEvento: sandbox.clock.now(),
      ambienteNacional: true,
    });
    const lote = `<envEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><idLote>1</idLote>${eventoXml}</envEvento>`;
    const porta = "AN/55/NFeRecepcaoEvento4" as const;
    sandbox.sefaz.setFault("resposta-perdida");
    await expect(callSefaz(sandbox.info, { porta, payload: lote, quem: caller })).rejects.toThrow(
      /hang up|ECONNRESET/,
    );
    sandbox.sefaz.setFault("nenhuma");
    expect(sandbox.sefaz.ledger.eventos(own.chaveAcesso)).toHaveLength(1);
    const again = await callSefaz(sandbox.info, { porta, payload: lote, quem: caller });
    expect(textOf(again.body.slice(again.body.indexOf("<retEvento ")), "cStat")).toBe("573");
  });

  test("a slow response starts at once and takes long to end", async () => {
    sandbox.sefaz.setFault("gotejamento");
    const queries = () => sandbox.sefaz.counters.queries(nota.chaveAcesso);
    const before = queries().length;
    const patience = new AbortController();
    const asked = ask(demoCertificate(sandbox.info), nota.chaveAcesso, patience.signal).catch(String);
    await expect.poll(() => queries().length).toBe(before + 1);
    expect(await Promise.race([asked, sleep(300, "drips")])).toBe("drips");
    patience.abort();
    expect(await asked).toMatch(/abort/i);
    // The request ends with the connection.
    await expect.poll(() => queries().at(-1)?.cStat).toBe("100");
  });

  test("a fault applies to one authorizer, one service and a period of the sandbox clock", async () => {
    const now = sandbox.clock.now().getTime();
    const outage = { de: new Date(now + HOUR_MS), ate: new Date(now + 3 * HOUR_MS) };
    sandbox.sefaz.setFaultRules([
      { quais: ["http-403"], autorizador: "SVC-AN" },
      { quais: ["http-500"], servico: "NFeStatusServico4" },
      { quais: ["sem-previsao"], autorizador: "SP", ...outage },
    ]);
    const caller = await sandbox.certificateIssuer.make({ cnpj: "99841652000165" });
    const cStat = async () => textOf((await ask(caller)).body, "cStat");
    expect(await cStat()).toBe("100");
    sandbox.clock.advance(2 * HOUR_MS);
    expect(await cStat()).toBe("109");
    expect(sandbox.sefaz.faults).toHaveLength(3);
    sandbox.clock.advance(HOUR_MS + 1000);
    expect(await cStat()).toBe("100");
    expect(sandbox.sefaz.faults).toHaveLength(2);
  });
});

describe("counters of SEFAZ requests", () => {
  test("counters keep each request with its time, and the most concurrent requests about one key", async () => {
    const chave = sandbox.environment.emitNota({
      fornecedor: SP_FORNECEDOR as NonNullable<typeof SP_FORNECEDOR>,
    }).chaveAcesso;
    sandbox.sefaz.counters.reset();
    const caller = demoCertificate(sandbox.info);
    await ask(caller, chave);
    await ask(caller, chave);
    const before = sandbox.sefaz.counters.read();
    expect(before).toMatchObject({ consultas: 2, emParalelo: 1, chaves: 1, porCStat: { "100": 2 } });
    expect(Object.values(before.indevidos).every((count) => count === 0)).toBe(true);
    sandbox.sefaz.setFault("lenta");
    await Promise.all([ask(caller, chave), ask(caller, chave)]);
    expect(sandbox.sefaz.counters.read().emParalelo).toBe(2);
    const queries = sandbox.sefaz.counters.queries(chave);
    expect(queries.map(({ cStat }) => cStat)).toEqual(["100", "100", "100", "100"]);
    expect(queries[0]).toMatchObject({ servico: "NFeConsultaProtocolo4", autorizador: "SP" });
  });

  test("a lost response does not change the queue position", async () => {
    const porta = "AN/55/NFeDistribuicaoDFe" as const;
    const caller = demoCertificate(sandbox.info, 1);
    const { cnpj } = sandbox.info.empresas[1] ?? { cnpj: "" };
    const dist = () => callSefaz(sandbox.info, { porta, payload: distNSU(0, cnpj), quem: caller });
    sandbox.sefaz.setFault("charset-errado");
    await dist();
    sandbox.sefaz.setFault("nenhuma");
    expect(textOf((await dist()).body, "cStat")).toBe("137");
    expect(textOf((await dist()).body, "cStat")).toBe("656");
  });
});

test("the ledger finds each of five thousand notas", () => {
  const { ledger } = sandbox.sefaz;
  const [known] = ledger.list();
  if (!known) throw new Error("no nota");
  const chaves = Array.from({ length: 5_000 }, (_, index) => {
    const chaveAcesso = `${nota.chaveAcesso.slice(0, 25)}${String(100_000_000 + index).slice(0, 9)}${nota.chaveAcesso.slice(34)}`;
    ledger.enterNota({ ...known.protocolo, chaveAcesso });
    return chaveAcesso;
  });
  // Not timed: each query reads one entry of a map, whatever the number of notas.
  expect(chaves.every((chave) => ledger.find(chave)?.protocolo.chaveAcesso === chave)).toBe(true);
});
