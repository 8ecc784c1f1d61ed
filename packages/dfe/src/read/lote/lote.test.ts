import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { examineDfe } from "../../examine.ts";
import {
  bytesOf,
  makeChave,
  makeEvento,
  makeNota,
  sign,
  wrapEvento,
  wrapNota,
} from "../../tests/make-dfe.ts";
import { CTE_NS, MDFE_NS, makeCte, makeMdfe, wrapTransporte } from "../../tests/make-transport.ts";
import { CNPJ, CONFIANCA, empresa } from "../../tests/trust.ts";
import { XML_BYTES_MAX } from "../../xml/limits.ts";
import { readDfe } from "../read-dfe.ts";
import { LOTE_BYTES_MAX, LOTE_DOCUMENTOS_MAX, openLote } from "./lote.ts";

const NFE_NS = "http://www.portalfiscal.inf.br/nfe";
const WSDL = `${NFE_NS}/wsdl/NFeAutorizacao4`;
const SOAP = "http://www.w3.org/2003/05/soap-envelope";
const NOISE =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const nota = sign(makeNota({ cnpj: CNPJ }), empresa);
const proc = wrapNota(nota).replace(/^<\?xml[^>]*>/, "");
const chave = makeChave({ cnpj: CNPJ });

function soap(payload: string, message = `nfeDadosMsg xmlns="${WSDL}"`): string {
  const [nome = ""] = message.split(" ");
  return (
    `<?xml version="1.0" encoding="UTF-8"?><soap12:Envelope ${NOISE} xmlns:soap12="${SOAP}"><soap12:Header><x/></soap12:Header>` +
    `<soap12:Body><${message}>${payload}</${nome}></soap12:Body></soap12:Envelope>`
  );
}

function enviNFe(inner: string, extra = ""): string {
  return `<enviNFe xmlns="${NFE_NS}"${extra} versao="4.00"><idLote>1</idLote><indSinc>1</indSinc>${inner}</enviNFe>`;
}

function dist(...docZips: string[]): string {
  const lote = docZips.map(
    (text, i) =>
      `<docZip NSU="${String(i + 1).padStart(15, "0")}" schema="procNFe_v4.00.xsd">${text}</docZip>`,
  );
  return `<retDistDFeInt xmlns="${NFE_NS}" versao="1.01"><cStat>138</cStat><loteDistDFeInt>${lote.join("")}</loteDistDFeInt></retDistDFeInt>`;
}

function zip(xml: string | Buffer): string {
  return gzipSync(xml).toString("base64");
}

/** The state of the signature of the document inside. */
function signatureIn(xml: string): string {
  return examineDfe(bytesOf(xml), CONFIANCA).assinatura.estado;
}

/** The refusals of a lote, and the CPU time to open it in milliseconds. */
function timed(bytes: Uint8Array): Pick<ReturnType<typeof openLote>, "recusados"> & { ms: number } {
  const started = process.cpuUsage();
  const { recusados } = openLote(bytes);
  const { user, system } = process.cpuUsage(started);
  return { recusados, ms: (user + system) / 1000 };
}

describe("extracting the only document of a wrapper", () => {
  test.each([
    ["alone", nota],
    ["a batch", enviNFe(nota)],
    ["SOAP with prefixes of its own", soap(enviNFe(nota))],
    ["SOAP without a batch", soap(nota)],
    [
      "the export of another system",
      `<exportacao ${NOISE} xmlns="urn:erp"><nota id="7">${nota}</nota></exportacao>`,
    ],
    ["a batch that declares its namespace", enviNFe(nota.replace(` xmlns="${NFE_NS}"`, ""))],
    [
      "a prefixed batch",
      enviNFe(nota).replace("<enviNFe xmlns=", "<n:enviNFe xmlns:n=").replace("</env", "</n:env"),
    ],
  ])("an extracted document keeps its signed content byte for byte: %s", (_where, xml) => {
    expect(readDfe(bytesOf(xml))).toMatchObject({ kind: "nota", nota: { chaveAcesso: chave } });
    expect(signatureIn(xml)).toBe("valida");
  });

  test("a document that was signed inside the wrapper keeps its signed content", () => {
    const signedInside = sign(
      enviNFe(makeNota({ cnpj: CNPJ }).replace(` xmlns="${NFE_NS}"`, ""), ` ${NOISE}`),
      empresa,
    );
    const examination = examineDfe(bytesOf(signedInside), CONFIANCA);
    expect(examination.assinatura.estado).toBe("valida");
    expect(readDfe(examination.bytes)).toMatchObject({ kind: "nota", raiz: "NFe" });
    expect(signatureIn(Buffer.from(examination.bytes).toString())).toBe("valida");
  });

  test("an extracted document keeps the protocolo next to it under a foreign root", () => {
    const [prot = ""] = /<protNFe.*<\/protNFe>/.exec(proc) ?? [];
    const pasted = `<arquivo ${NOISE}>${nota}${prot.replace("<protNFe", `<protNFe xmlns="${NFE_NS}"`)}</arquivo>`;
    const examination = examineDfe(bytesOf(pasted), CONFIANCA);
    expect(examination).toMatchObject({
      veredito: "autentica",
      reading: { raiz: "arquivo", nota: { protocolo: { cStat: "100" } } },
    });
    expect(examineDfe(examination.bytes, CONFIANCA)).toMatchObject({
      veredito: "autentica",
      reading: { raiz: "nfeProc" },
    });
    expect(signatureIn(pasted.replace("Pedido 7", "Pedido 8"))).toBe("invalida");
    expect(examineDfe(bytesOf(pasted.replace(/<protNFe.*<\/protNFe>/, "$&$&")), CONFIANCA).veredito).toBe(
      "sem-protocolo",
    );
  });

  test("a document is read under the old name of the proc element", () => {
    const examination = examineDfe(bytesOf(proc.replaceAll("nfeProc", "procNFe")), CONFIANCA);
    expect(examination).toMatchObject({ veredito: "autentica", reading: { raiz: "procNFe" } });
  });

  test("a document decoded by a guess is still reported as a guess when its extracted bytes are judged", () => {
    const latin = Buffer.from(enviNFe(nota.replace("Pedido 7", "Pedido  7")), "latin1");
    const examination = examineDfe(latin, CONFIANCA);
    expect(examination.assinatura.motivos).toContain("codificacao-reparada");
    expect(examineDfe(examination.bytes, CONFIANCA).assinatura.motivos).toContain("codificacao-reparada");
  });

  test("an extracted document keeps an invalid signature", () => {
    expect(signatureIn(soap(enviNFe(nota.replace("Pedido 7", "Pedido 8"))))).toBe("invalida");
  });

  test("an extracted document keeps its comments, so that no wrapper hides them", () => {
    const commented = nota.replace("Pedido 7", "Pedido<!-- não assinado --> 7");
    for (const xml of [commented, enviNFe(commented), soap(enviNFe(commented))]) {
      const { veredito, achados } = examineDfe(bytesOf(xml), CONFIANCA);
      expect(veredito).toBe("suspeita");
      expect(achados.map(({ codigo }) => codigo)).toContain("comentario-no-assinado");
    }
  });

  test("an extracted document has the wrapper's root name and its own content", () => {
    expect(readDfe(bytesOf(soap(enviNFe(proc))))).toMatchObject({ kind: "nota", raiz: "enviNFe" });
    const cte = makeCte();
    expect(readDfe(bytesOf(`<enviCTe xmlns="${CTE_NS}">${cte}</enviCTe>`))).toMatchObject({
      nota: { tipoNota: "CTe" },
    });
    expect(readDfe(bytesOf(`<enviMDFe xmlns="${MDFE_NS}">${makeMdfe()}</enviMDFe>`))).toMatchObject({
      raiz: "enviMDFe",
      nota: { tipoNota: "MDFe" },
    });
  });

  test("in the answer to a query the only document is the evento of the nota", () => {
    const evento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa));
    const response = `<retConsSitNFe xmlns="${NFE_NS}"><cStat>101</cStat><chNFe>${chave}</chNFe>${evento}</retConsSitNFe>`;
    expect(readDfe(bytesOf(soap(response, "nfeResultMsg")))).toMatchObject({
      kind: "evento",
      raiz: "retConsSitNFe",
    });
    expect(signatureIn(response)).toBe("valida");
  });
});

describe("opening a lote", () => {
  const evento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa));

  test("a lote of whole documents yields each of them with a valid signature", () => {
    const bytes = bytesOf(soap(enviNFe(nota + proc + evento)));
    expect(readDfe(bytes)).toEqual({ kind: "lote", documentos: 3, raiz: "enviNFe" });
    const { documentos, recusados } = openLote(bytes);
    expect(recusados).toEqual([]);
    expect(documentos.map(({ nome }) => nome)).toEqual(["1-NFe.xml", "2-nfeProc.xml", "3-procEventoNFe.xml"]);
    for (const each of documentos) expect(examineDfe(each.bytes, CONFIANCA).assinatura.estado).toBe("valida");
  });

  test("a lote of a distribution yields the contents of its docZips byte for byte", () => {
    const bytes = bytesOf(dist(zip(proc), zip(evento)));
    expect(readDfe(bytes)).toEqual({ kind: "lote", documentos: 2, raiz: "retDistDFeInt" });
    expect(openLote(bytes)).toEqual({
      documentos: [
        { nome: "000000000000001-procNFe_v4.00.xml", bytes: bytesOf(proc) },
        { nome: "000000000000002-procNFe_v4.00.xml", bytes: bytesOf(evento) },
      ],
      recusados: [],
    });
  });

  test("a lote is opened when its base64 has line breaks", () => {
    const lines = zip(proc).replace(/.{76}/g, "$&\r\n  ");
    expect(openLote(bytesOf(dist(lines))).documentos.map(({ bytes }) => bytes)).toEqual([bytesOf(proc)]);
  });

  test("a lote with one docZip has one document", () => {
    expect(readDfe(bytesOf(dist(zip(proc))))).toEqual({ kind: "lote", documentos: 1, raiz: "retDistDFeInt" });
  });

  test("an answer of a distribution without documents is a SEFAZ message", () => {
    const empty = `<retDistDFeInt xmlns="${NFE_NS}"><cStat>137</cStat></retDistDFeInt>`;
    expect(readDfe(bytesOf(empty))).toMatchObject({ kind: "mensagem", raiz: "retDistDFeInt", retornos: [] });
  });

  test("a message of CT-e reception, with a gzip as text, is opened", () => {
    const recepcao = soap(zip(makeCte()), `cteDadosMsg xmlns="${CTE_NS}/wsdl/CTeRecepcaoSincV4"`);
    expect(readDfe(bytesOf(recepcao))).toEqual({ kind: "lote", documentos: 1, raiz: "cteDadosMsg" });
    const { documentos } = openLote(bytesOf(recepcao));
    expect(documentos.map(({ bytes }) => readDfe(bytes).kind)).toEqual(["nota"]);
  });

  test("a lote of an MDF-e distribution yields whole documents", () => {
    const mdfe = wrapTransporte(makeMdfe(), { proc: "mdfeProc", prot: "protMDFe", chave: "chMDFe" });
    const response = `<retDistMDFe xmlns="${MDFE_NS}"><loteDistMDFe><proc NSU="1">${mdfe}</proc><proc NSU="2">${mdfe}</proc></loteDistMDFe></retDistMDFe>`;
    expect(readDfe(bytesOf(response))).toMatchObject({ kind: "lote", documentos: 2 });
    expect(openLote(bytesOf(response)).documentos.map(({ nome }) => nome)).toEqual([
      "1-mdfeProc.xml",
      "2-mdfeProc.xml",
    ]);
  });

  test.each([
    ["not base64", "isto não é base64!", "invalido"],
    ["base64 but not gzip", Buffer.from(proc).toString("base64"), "invalido"],
    ["empty", "", "invalido"],
    ["base64 with an invalid character", zip(proc).replace("/", "/!"), "invalido"],
    ["truncated", zip(proc).slice(0, 400), "invalido"],
    ["a bomb", zip(Buffer.alloc(11 * 1024 * 1024)), "grande-demais"],
  ])("a docZip that is %s is refused, and the others are opened", (_what, text, motivo) => {
    const { documentos, recusados } = openLote(bytesOf(dist(zip(proc), text, zip(evento))));
    expect(documentos).toHaveLength(2);
    expect(recusados).toEqual([{ nome: "000000000000002-procNFe_v4.00.xml", motivo }]);
  });

  test("a lote is opened up to its size limit", () => {
    const each = zip(Buffer.alloc(9 * 1024 * 1024, " "));
    const fitting = Math.floor(LOTE_BYTES_MAX / (9 * 1024 * 1024));
    const { documentos, recusados } = openLote(
      bytesOf(dist(...Array.from({ length: fitting + 2 }, () => each))),
    );
    expect(documentos).toHaveLength(fitting);
    expect(recusados.map(({ motivo }) => motivo)).toEqual(["grande-demais", "grande-demais"]);
  });

  test("a lote with too many documents is refused completely", () => {
    const lowerCase = `<NFe xmlns="${NFE_NS}"/>`;
    const isFull = enviNFe(lowerCase.repeat(LOTE_DOCUMENTOS_MAX));
    expect(openLote(bytesOf(isFull)).documentos).toHaveLength(LOTE_DOCUMENTOS_MAX);
    const excess = enviNFe(lowerCase.repeat(LOTE_DOCUMENTOS_MAX + 1));
    expect(openLote(bytesOf(excess))).toEqual({
      documentos: [],
      recusados: [{ nome: `${LOTE_DOCUMENTOS_MAX + 1} documentos`, motivo: "documentos-demais" }],
    });
  });

  test("an element of a lote is not taken for a document by its name alone", () => {
    const alheio = `<festa xmlns="urn:agenda"><evento><infEvento/></evento><NFe/></festa>`;
    expect(readDfe(bytesOf(alheio))).toMatchObject({ kind: "nao-dfe", motivo: "xml-alheio" });
  });

  test("the cost of a lote is limited by its size, even when opening each docZip fails", () => {
    const bomb = zip(Buffer.alloc(XML_BYTES_MAX + 1, " "));
    const cut = zip(Buffer.alloc(XML_BYTES_MAX, " ")).slice(0, -8);
    for (const each of [bomb, cut]) {
      const bytes = bytesOf(dist(...Array.from({ length: 700 }, () => each)));
      const { recusados, ms } = timed(bytes);
      expect(recusados).toHaveLength(700);
      expect(recusados.at(-1)?.motivo).toBe("grande-demais");
      // Extracting each of them would take 15 s.
      expect(ms).toBeLessThan(5_000);
    }
  });

  test("a lote is checked in linear time, wherever its base64 has blanks", () => {
    for (const text of [
      " A".repeat(5_000_000),
      `${" ".repeat(10_000_000)}!`,
      `A${" ".repeat(9_000_000)}=A`,
    ]) {
      const { recusados, ms } = timed(bytesOf(dist(text)));
      expect(recusados.map(({ motivo }) => motivo)).toEqual(["invalido"]);
      // In quadratic time it would be hours.
      expect(ms).toBeLessThan(5_000);
    }
  });

  test("a document that cannot be extracted is reported as refused, without throwing", () => {
    const around = (from: number): string =>
      Array.from({ length: 20 }, (_, i) => `xmlns:p${from + i}="urn:p"`).join(" ");
    const altered = nota.replace("Pedido 7", "Pedido 8");
    const wrapped = (inner: string): Uint8Array =>
      bytesOf(`<a ${around(0)}><b ${around(20)}>${inner}</b></a>`);
    expect(examineDfe(wrapped(altered), CONFIANCA).veredito).toBe("assinatura-invalida");
    expect(openLote(wrapped(altered + altered)).documentos).toHaveLength(2);
    const huge = nota.replace("Pedido 7", "ç".repeat(6 * 1024 * 1024));
    const declared = (inner: string): Uint8Array =>
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${enviNFe(inner, ` ${NOISE}`)}`, "latin1");
    expect(examineDfe(declared(huge), CONFIANCA).reading).toMatchObject({
      kind: "ilegivel",
      motivo: "grande-demais",
    });
    const { documentos, recusados } = openLote(declared(nota + huge));
    expect(documentos.map(({ nome }) => nome)).toEqual(["1-NFe.xml"]);
    expect(recusados).toEqual([{ nome: "2-NFe.xml", motivo: "grande-demais" }]);
  });

  test("a lote decoded by a guess yields documents that are reported as guesses", () => {
    const accented = sign(makeNota({ cnpj: CNPJ, infCpl: "Não dobrar" }), empresa);
    const latin = Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>${enviNFe(accented + accented)}`,
      "latin1",
    );
    const { documentos } = openLote(latin);
    expect(documentos).toHaveLength(2);
    for (const { bytes } of documentos) {
      const examination = examineDfe(bytes, CONFIANCA);
      expect(examination.assinatura).toEqual({ estado: "erro", motivos: ["codificacao-reparada"] });
      expect(examination).toMatchObject({
        veredito: "sem-protocolo",
        reparo: { nomes: [expect.any(String)] },
      });
    }
  });

  test("extracted documents do not copy many outer namespaces", () => {
    const around = (level: number): string =>
      Array.from({ length: 30 }, (_, i) => `xmlns:p${level}${i}="urn:${"x".repeat(90)}${i}"`).join(" ");
    const bytes = bytesOf(`<lote ${around(1)}><parte ${around(2)}>${nota.repeat(3)}</parte></lote>`);
    const { documentos } = openLote(bytes);
    expect(documentos).toHaveLength(3);
    for (const each of documentos) expect(each.bytes.length).toBeLessThan(nota.length + 200);
  });
});
