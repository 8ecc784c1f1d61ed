import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkDigit } from "@malote/syntax";
import { afterAll, expect, test } from "vitest";
import { answer } from "./answer.ts";
import { readEnvelope } from "./envelope.ts";
import { openLedger } from "./ledger.ts";
import type { ServiceCall, ServiceReply } from "./service-call.ts";
import { createUsageMonitor } from "./usage/usage-monitor.ts";

const NOW = new Date("2026-11-20T13:00:00Z");
const dir = mkdtempSync(path.join(tmpdir(), "malote-livro-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const ledger = openLedger(dir);
const CHAVE = withDigit("3526119983520600010755001000004201112345679");
ledger.enterNota({
  ambiente: "1",
  verAplic: "TESTE",
  chaveAcesso: CHAVE,
  dataRecebimento: "2026-11-20T09:00:00-03:00",
  numero: "135260000000001",
  digVal: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=",
  cStat: "100",
  xMotivo: "Autorizado o uso da NF-e",
});

function withDigit(body: string): string {
  return `${body}${checkDigit(body)}`;
}

function consSit(chave: string, tpAmb = "1"): string {
  return `<consSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>${tpAmb}</tpAmb><xServ>CONSULTAR</xServ><chNFe>${chave}</chNFe></consSitNFe>`;
}

function ask(
  payload: string,
  more: Partial<ServiceCall> = {},
  servico = "NFeConsultaProtocolo4",
): Promise<ServiceReply> {
  const pedido = readEnvelope(
    `<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body><nfeDadosMsg xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/${servico}">${payload}</nfeDadosMsg></soap12:Body></soap12:Envelope>`,
  );
  const porta = { autorizador: "SP", ufs: ["SP" as const], modelo: "55" };
  const rest: Omit<ServiceCall, "pedido"> = {
    certificateFault: null,
    transmissor: "99827364000100",
    porta,
    now: NOW,
    paused: null,
    ledger,
    usage: createUsageMonitor(),
    signatureVerifier: async () => ({ cStat: null, conferida: false, titular: null }),
  };
  return answer({ pedido, ...rest, ...more });
}

test("a consulta of a known key returns 100 and the protocol", async () => {
  const { cStat, xml } = await ask(consSit(CHAVE));
  expect(cStat).toBe("100");
  expect(xml).toContain(`<chNFe>${CHAVE}</chNFe><protNFe versao="4.00"><infProt`);
  expect(xml).toContain("<dhRecbto>2026-11-20T10:00:00-03:00</dhRecbto>");
});

const body = CHAVE.slice(0, 43);
test.each([
  ["217", "a key that was never authorized", consSit(withDigit(body.replace("000004201", "000004999")))],
  ["217", "a known key in the other environment", consSit(CHAVE, "2")],
  ["236", "a wrong check digit", consSit(`${body}${(Number(CHAVE.slice(43)) + 1) % 10}`)],
  ["614", "a State that does not exist", consSit(withDigit(`99${body.slice(2)}`))],
  ["615", "a future year", consSit(withDigit(`3527${body.slice(4)}`))],
  ["616", "a thirteenth month", consSit(withDigit(`352613${body.slice(6)}`))],
  ["617", "a CNPJ with wrong digits", consSit(withDigit(body.replace("99835206000107", "99835206000108")))],
  ["618", "a model of other documents", consSit(withDigit(`${body.slice(0, 20)}57${body.slice(22)}`))],
  ["619", "number zero", consSit(withDigit(body.replace("000004201", "000000000")))],
  ["450", "an NFC-e at the door of the NF-e", consSit(withDigit(`${body.slice(0, 20)}65${body.slice(22)}`))],
  ["226", "another State's key", consSit(withDigit(`41${body.slice(2)}`))],
  ["526", "a key of seven months ago", consSit(withDigit(`352604${body.slice(6)}`))],
  ["215", "a key that is too short", consSit(CHAVE.slice(1))],
  ["215", "another version", consSit(CHAVE).replace('"4.00"', '"3.10"')],
  ["215", "fields out of order", consSit(CHAVE).replace(/(<tpAmb>.*<\/tpAmb>)(<xServ>.*<\/xServ>)/, "$2$1")],
  ["215", "an empty message", ""],
  [
    "404",
    "a prefix",
    consSit(CHAVE)
      .replaceAll(/(<\/?)consSitNFe/g, "$1n:consSitNFe")
      .replace("xmlns=", "xmlns:n="),
  ],
  ["588", "blanks between tags", consSit(CHAVE).replaceAll("><", ">\n<")],
  ["588", "blanks around the message", ` ${consSit(CHAVE)}`],
])("a consulta returns %s for %s", async (cStat, _what, payload) => {
  expect((await ask(payload)).cStat).toBe(cStat);
});

test("a consulta of a key of six months ago is not refused for its age", async () => {
  expect((await ask(consSit(withDigit(`352605${body.slice(6)}`)))).cStat).toBe("217");
});

test("a consulta returns 282 for a certificate without CNPJ and CPF, and 108 for a paused State", async () => {
  expect((await ask(consSit(CHAVE), { transmissor: null })).cStat).toBe("282");
  expect((await ask(consSit(CHAVE), { paused: "108" })).cStat).toBe("108");
});

test("the eleventh consulta of one key within an hour exceeds the limit, for its caller only", async () => {
  const usage = createUsageMonitor();
  const answers: string[] = [];
  for (let time = 0; time < 11; time += 1) answers.push((await ask(consSit(CHAVE), { usage })).cStat);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => "100"), "656"]);
  expect((await ask(consSit(CHAVE), { usage, transmissor: "99841652000165" })).cStat).toBe("100");
  const later = new Date(NOW.getTime() + 3_600_001);
  expect((await ask(consSit(CHAVE), { usage, now: later })).cStat).toBe("100");
});

test("an event changes the answer from its own time on", async () => {
  const aPartirDe = new Date(NOW.getTime() + 3_000).toISOString();
  ledger.enterEvento(CHAVE, {
    tpEvento: "110111",
    aPartirDe,
    procEventoXml: "<procEventoNFe></procEventoNFe>",
  });
  expect((await ask(consSit(CHAVE))).cStat).toBe("100");
  const after = await ask(consSit(CHAVE), { now: new Date(NOW.getTime() + 3_000) });
  expect(after.cStat).toBe("101");
  expect(after.xml).toMatch(/<\/protNFe><procEventoNFe><\/procEventoNFe><\/retConsSitNFe>$/);
});

test("the service status is 107, or 289 at the endpoint of another State", async () => {
  const status = (cUF: string): string =>
    `<consStatServ xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>1</tpAmb><cUF>${cUF}</cUF><xServ>STATUS</xServ></consStatServ>`;
  const { cStat, xml } = await ask(status("35"), {}, "NFeStatusServico4");
  expect([cStat, xml.includes("<tMed>1</tMed>")]).toEqual(["107", true]);
  expect((await ask(status("41"), {}, "NFeStatusServico4")).cStat).toBe("289");
  expect((await ask(status("00"), {}, "NFeStatusServico4")).cStat).toBe("215");
});

test("the ledger survives a process that ends while writing a line", async () => {
  const { appendFileSync } = await import("node:fs");
  appendFileSync(path.join(dir, "sefaz-livro.jsonl"), '{"tipo":"nota","protoc');
  const again = openLedger(dir);
  expect(again.find(CHAVE)?.eventos).toHaveLength(1);
  expect(again.nextNumero("99835206000107", 1)).toBe(4202);
  again.enterEvento(CHAVE, { tpEvento: "110110", aPartirDe: NOW.toISOString(), procEventoXml: "" });
  expect(openLedger(dir).find(CHAVE)?.eventos).toHaveLength(2);
});
