import { DAY_MS, MINUTE_MS } from "@malote/syntax";
import { beforeEach, describe, expect, test } from "vitest";
import { EMPRESAS_DEMO, type Empresa } from "../../document-generator/companies/companies.ts";
import { FORNECEDORES } from "../../document-generator/companies/suppliers.ts";
import type { Detalhe } from "../../document-generator/evento/evento.ts";
import { manifestacao } from "../../document-generator/evento/nfe-eventos.ts";
import type { SignedNota } from "../../document-generator/nfe/nfe.ts";
import { openSigner, signElement } from "../../document-generator/xml/sign-element.ts";
import { createTestSefaz, type TestSefaz, textOf } from "../../tests/test-sefaz.ts";
import { hasSchemas, validateSchema } from "../../tests/validate-schema.ts";
import { registerEvento } from "../authorize.ts";
import { hasXmlsec } from "./verify-signature.ts";

const JUSTIFICATIVA = "Mercadoria recusada na entrega";
const [demo, outra] = EMPRESAS_DEMO;
const ciencia = manifestacao("ciencia", "");
const confirmacao = manifestacao("confirmacao", "");
const desconhecimento = manifestacao("desconhecimento", "");
const naoRealizada = manifestacao("nao-realizada", JUSTIFICATIVA);

let testSefaz: TestSefaz;

beforeEach(async () => {
  testSefaz = await createTestSefaz();
  return () => testSefaz.stop();
}, 60_000);

type EventoOptions = { nSeq?: number; autor?: Empresa; em?: Date };

function write(
  nota: SignedNota,
  detalhe: Detalhe,
  { nSeq = 1, autor = demo, em }: EventoOptions = {},
): string {
  return testSefaz.generator.signEvento({
    documento: nota,
    detalhe,
    autor,
    dataEvento: em ?? testSefaz.clock.now(),
    nSeqEvento: nSeq,
    ambienteNacional: true,
  }).eventoXml;
}

function wrapLote(...eventos: string[]): string {
  return `<envEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><idLote>7</idLote>${eventos.join("")}</envEvento>`;
}

type CallOptions = Parameters<TestSefaz["ask"]>[2];

/** Sends one event; returns its cStat and the whole response. */
async function send(
  evento: string,
  o: CallOptions = {},
): Promise<{ cStat: string | undefined; xml: string }> {
  const { xml } = await testSefaz.ask("NFeRecepcaoEvento4", wrapLote(evento), o);
  return { cStat: textOf(xml.slice(xml.indexOf("<retEvento")), "cStat"), xml };
}

async function manifest(
  nota: SignedNota,
  detalhe: Detalhe,
  options: EventoOptions = {},
): Promise<string | undefined> {
  return (await send(write(nota, detalhe, options))).cStat;
}

function cancel(nota: SignedNota): void {
  const protocolo = testSefaz.ledger.find(nota.chaveAcesso)?.protocolo;
  if (!protocolo) throw new Error("not authorized");
  const options = { dataEvento: testSefaz.clock.now(), justificativa: JUSTIFICATIVA };
  registerEvento(testSefaz.generator.signCancelamento({ ...nota, protocolo }, options), testSefaz.ledger);
}

describe("registering a manifestação", () => {
  test.each([
    ["ciência", ciencia],
    ["confirmação", confirmacao],
    ["desconhecimento", desconhecimento],
    ["não realizada", naoRealizada],
  ])("the manifestação %s is registered (135) and stored", async (_nome, detalhe) => {
    const nota = testSefaz.emitNota();
    const { cStat, xml } = await send(write(nota, detalhe));
    expect(cStat).toBe("135");
    expect(textOf(xml, "nProt")).toMatch(/^891[0-9]{12}$/);
    expect(textOf(xml, "CNPJDest")).toBe(demo.cnpj);
    const [evento] = testSefaz.ledger.eventos(nota.chaveAcesso);
    expect(evento?.procEventoXml).toContain(`<nProt>${textOf(xml, "nProt")}</nProt>`);
    if (!hasSchemas) return;
    validateSchema("retEnvEvento_v1.00.xsd", xml);
    validateSchema("procEventoNFe_v1.00.xsd", evento?.procEventoXml ?? "");
  });

  test("ciência is accepted once: a repetition is a duplicate (573), a higher sequence number exceeds the limit (594)", async () => {
    const nota = testSefaz.emitNota();
    expect(await manifest(nota, ciencia)).toBe("135");
    const { cStat, xml } = await send(write(nota, ciencia));
    expect([cStat, /\[nProt:891[0-9]{12}\]/.test(xml)]).toEqual(["573", true]);
    expect(await manifest(nota, ciencia, { nSeq: 2 })).toBe("594");
  });

  test("two conclusive events of each kind are accepted, in any order, and no ciência afterwards (655)", async () => {
    const nota = testSefaz.emitNota();
    expect(await manifest(nota, desconhecimento)).toBe("135");
    expect(await manifest(nota, ciencia)).toBe("655");
    expect(await manifest(nota, confirmacao)).toBe("135");
    expect(await manifest(nota, confirmacao, { nSeq: 2 })).toBe("135");
    expect(await manifest(nota, confirmacao, { nSeq: 3 })).toBe("594");
    expect(await manifest(nota, naoRealizada)).toBe("135");
  });

  test("the deadline is ten days for ciência and 90 days for the others, by the sandbox clock (596)", async () => {
    const nota = testSefaz.emitNota({ idadeMin: 0 });
    testSefaz.clock.advance(10 * DAY_MS - MINUTE_MS);
    const late = testSefaz.emitNota({ idadeMin: 0 });
    expect(await manifest(nota, ciencia)).toBe("135");
    testSefaz.clock.advance(10 * DAY_MS + MINUTE_MS);
    const { cStat, xml } = await send(write(late, ciencia));
    expect(cStat).toBe("596");
    expect(xml).toContain("<xMotivo>Rejeição: Evento apresentado fora do prazo [prazo vigente]");
    testSefaz.clock.advance(79 * DAY_MS);
    expect(await manifest(late, confirmacao)).toBe("135");
    testSefaz.clock.advance(2 * DAY_MS);
    expect(await manifest(late, desconhecimento)).toBe("596");
  });

  test("a cancelled nota accepts no ciência (650), no desconhecimento (651) and no other manifestação (580)", async () => {
    const nota = testSefaz.emitNota();
    cancel(nota);
    const answers = [ciencia, desconhecimento, confirmacao, naoRealizada].map((detalhe) =>
      manifest(nota, detalhe),
    );
    expect(await Promise.all(answers)).toEqual(["650", "651", "580", "580"]);
  });

  test("a manifestação of a nota not yet known is accepted unlinked (136), and linked later", async () => {
    const nota = testSefaz.generator.signNota({
      emissao: new Date(testSefaz.clock.now().getTime() - MINUTE_MS),
      serie: 7,
      numero: 1,
      fornecedor: FORNECEDORES[0] as (typeof FORNECEDORES)[number],
      destinatario: demo,
      itens: testSefaz.generator.inventItens(FORNECEDORES[0] as (typeof FORNECEDORES)[number]),
    });
    expect(await manifest(nota, ciencia)).toBe("136");
    expect(await manifest(nota, ciencia)).toBe("573");
    expect(testSefaz.ledger.eventos(nota.chaveAcesso)).toHaveLength(1);
  });
});

describe("the signer of a manifestação", () => {
  test("the signer must be the destinatário (575), and caller (593) and signature (213) must be of the same company", async () => {
    const alheia = testSefaz.emitNota({ destinatario: outra });
    expect(await manifest(alheia, ciencia)).toBe("575");
    expect((await send(write(alheia, ciencia, { autor: outra }))).cStat).toBe("593");
    const nota = testSefaz.emitNota();
    const impostor = { ...outra, cnpj: demo.cnpj };
    const evento = write(nota, ciencia, { autor: outra });
    expect(evento).toContain(outra.cnpj);
    expect((await send(signAs(nota, impostor, outra))).cStat).toBe("213");
  });

  /** An event in the name of one company, signed by another. */
  function signAs(nota: SignedNota, autor: Empresa, signer: Empresa): string {
    const honest = write(nota, ciencia, { autor: signer });
    const inf = (/<infEvento .*<\/infEvento>/.exec(honest)?.[0] ?? "").replace(signer.cnpj, autor.cnpj);
    const id = /Id="([^"]+)"/.exec(inf)?.[1] ?? "";
    const keyPair = testSefaz.keySet.ecnpjs[signer.cnpj];
    if (!keyPair) throw new Error("no certificate");
    const namespace = "http://www.portalfiscal.inf.br/nfe";
    const { xml } = signElement({ nome: "infEvento", namespace, id, xml: inf }, openSigner(keyPair));
    return `<evento xmlns="${namespace}" versao="1.00">${inf}${xml}</evento>`;
  }

  test.skipIf(!hasXmlsec())("xmlsec1 detects content changed after signing (297)", async () => {
    const evento = write(testSefaz.emitNota(), naoRealizada);
    expect((await send(evento.replace("recusada", "aceita"))).cStat).toBe("297");
    expect((await send(evento.replace(/<SignatureValue>..../, "<SignatureValue>AAAA"))).cStat).toBe("297");
    expect((await send(evento)).cStat).toBe("135");
  });

  test.skipIf(!hasXmlsec())("an event that inherits its namespace from the lote is accepted", async () => {
    const evento = write(testSefaz.emitNota(), ciencia).replace(/^<evento xmlns="[^"]+"/, "<evento");
    expect((await send(evento)).cStat).toBe("135");
  });

  test("an event with a signature in another form, or without one, is refused (298)", async () => {
    const evento = write(testSefaz.emitNota(), ciencia);
    const forms = [
      evento.replace(/<Signature .*<\/Signature>/, ""),
      evento.replace("xmldsig#rsa-sha1", "xmldsig#dsa-sha1"),
      evento.replace(/URI="#ID/, 'URI="#Id'),
      evento.replace(/<Transform Algorithm="[^"]+enveloped-signature"><\/Transform>/, ""),
      evento.replace(/<X509Certificate>.{20}/, "<X509Certificate>"),
    ];
    for (const form of forms) expect((await send(form)).cStat).toBe("298");
  });

  test("an event signed with a certificate of an unknown authority is refused (293)", async () => {
    const evento = write(testSefaz.emitNota(), ciencia);
    const { certificadoPem } = testSefaz.keySet.raiz;
    const foreign = certificadoPem.replace(/-----[A-Z ]+-----|\s/g, "");
    const swapped = evento.replace(/<X509Certificate>[^<]+/, `<X509Certificate>${foreign}`);
    expect((await send(swapped)).cStat).toBe("293");
  });

  test("without xmlsec1 the response says that the signature was not verified", async () => {
    const { cStat, xml } = await send(write(testSefaz.emitNota(), ciencia), { withoutXmlsec: true });
    expect(cStat).toBe("135");
    expect(xml).toContain("(assinatura não conferida: falta o xmlsec1)");
  });
});

describe("the content of a manifestação", () => {
  test.each([
    [
      "657",
      "another organ than the Ambiente Nacional",
      (xml: string) => xml.replace("<cOrgao>91<", "<cOrgao>35<"),
    ],
    ["491", "an unknown kind", (xml: string) => xml.replaceAll("210240", "210299")],
    ["492", "another version", (xml: string) => xml.replace("<verEvento>1.00", "<verEvento>2.00")],
    ["572", "an Id of other fields", (xml: string) => xml.replace("<nSeqEvento>1<", "<nSeqEvento>2<")],
    [
      "489",
      "a CNPJ with wrong digits",
      (xml: string) => xml.replace(demo.cnpj, `${demo.cnpj.slice(0, 13)}0`),
    ],
  ])("an event is refused (%s) for %s", async (cStat, _what, change) => {
    expect((await send(change(write(testSefaz.emitNota(), naoRealizada)))).cStat).toBe(cStat);
  });

  test("“não realizada” requires a justificativa (595) of 15 to 255 characters, and no other event may have one (493)", async () => {
    const nota = testSefaz.emitNota();
    const withReason = (text: string) => manifestacao("nao-realizada", text);
    expect(
      await manifest(nota, { ...naoRealizada, xml: "<descEvento>Operacao nao Realizada</descEvento>" }),
    ).toBe("595");
    expect(await manifest(nota, withReason("a".repeat(14)))).toBe("493");
    expect(await manifest(nota, withReason("a".repeat(256)))).toBe("493");
    expect(await manifest(nota, { ...ciencia, xml: `${ciencia.xml}<xJust>${JUSTIFICATIVA}</xJust>` })).toBe(
      "493",
    );
    expect(await manifest(nota, { ...ciencia, xml: "<descEvento>Ciência da Operação</descEvento>" })).toBe(
      "493",
    );
    expect(await manifest(nota, withReason("ç".repeat(255)))).toBe("135");
  });

  test("an event dated before the nota (577, 579) or in the future (578) is refused", async () => {
    const nota = testSefaz.emitNota({ idadeMin: 30 });
    const at = (minutes: number) => new Date(testSefaz.clock.now().getTime() + minutes * MINUTE_MS);
    expect(await manifest(nota, ciencia, { em: at(-31) })).toBe("577");
    expect(await manifest(nota, ciencia, { em: nota.emissao })).toBe("579");
    expect(await manifest(nota, ciencia, { em: at(6) })).toBe("578");
    expect(await manifest(nota, ciencia, { em: at(4) })).toBe("135");
  });
});

test("a lote of up to twenty events is answered event by event; another number of events returns 215", async () => {
  const notas = Array.from({ length: 3 }, () => testSefaz.emitNota());
  const [first, second, third] = notas.map((nota) => write(nota, ciencia));
  const { cStat, xml } = await testSefaz.ask(
    "NFeRecepcaoEvento4",
    wrapLote(first ?? "", second ?? "", first ?? ""),
  );
  expect(cStat).toBe("128");
  expect([...xml.matchAll(/<infEvento[^>]*>.*?<cStat>([0-9]+)</g)].map(([, code]) => code)).toEqual([
    "135",
    "135",
    "573",
  ]);
  const many = wrapLote(...Array.from({ length: 21 }, () => third ?? ""));
  expect((await testSefaz.ask("NFeRecepcaoEvento4", many)).cStat).toBe("215");
  expect((await testSefaz.ask("NFeRecepcaoEvento4", wrapLote())).cStat).toBe("215");
});

test("twenty refusals of one event block its caller for an hour (656)", async () => {
  const nota = testSefaz.emitNota();
  const evento = write(nota, ciencia, { nSeq: 2 });
  for (let time = 0; time < 20; time += 1) expect((await send(evento)).cStat).toBe("594");
  const { xml } = await testSefaz.ask("NFeRecepcaoEvento4", wrapLote(write(nota, ciencia)));
  expect(textOf(xml, "cStat")).toBe("656");
  expect(testSefaz.usage.indevidos).toMatchObject({ eventoRejeitado: 1, bloqueado: 1 });
});
