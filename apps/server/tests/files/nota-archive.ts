import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { MINUTE_MS } from "@malote/syntax";
import type { TestContext } from "../setup/context.ts";
import { insertNotas, inventChave, inventNota } from "../setup/invent-notas.ts";
import { writeCopy } from "../setup/nota-copies.ts";

const INSERT = 500;

const XMLS = `UPDATE documento_xml x SET xml_gzip = r.gzip
  FROM unnest($2::text[], $3::bytea[]) AS r (chave, gzip) JOIN documento d ON d.conta_id = $1 AND d.chave = r.chave
  WHERE x.conta_id = $1 AND x.documento_id = d.id AND x.mes = d.mes`;

/**
 * Fills a conta with distinct NF-e of some 8 KB, one per minute from 1 October 2026.
 * @returns their XML (gzip), as stored, in order of emissao
 */
export async function fillNotaArchive(
  context: Pick<TestContext, "asOwner">,
  contaId: string,
  total: number,
): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for (let done = 0; done < total; done += INSERT) {
    const numbers = Array.from({ length: Math.min(INSERT, total - done) }, (_, n) => 1_000_000 + done + n);
    const gzips = numbers.map((numero) => gzipSync(writeNfe(numero)));
    const chaves = numbers.map((numero) => inventChave(numero));
    const notas = numbers.map((numero, at) =>
      inventNota({ numero, chave: chaves[at] ?? "", emissao: emissaoOf(numero) }),
    );
    await insertNotas(context, contaId, notas);
    await context.asOwner(XMLS, [contaId, chaves, gzips]);
    all.push(...gzips);
  }
  return all;
}

function emissaoOf(numero: number): string {
  return new Date(Date.UTC(2026, 9, 1, 12) + (numero - 1_000_000) * MINUTE_MS).toISOString();
}

/** A nota with 8 items, as most have; its words compress as badly as real ones. */
function writeNfe(numero: number): string {
  const det = Array.from({ length: 8 }, (_, n) => {
    const word = createHash("sha256").update(`${numero} ${n}`).digest("hex");
    return (
      `<det nItem="${n + 1}"><prod><cProd>${word.slice(0, 12)}</cProd><cEAN>SEM GTIN</cEAN><xProd>Produto ${word.slice(12)}</xProd>` +
      `<NCM>11010010</NCM><CFOP>5102</CFOP><uCom>UN</uCom><qCom>1.0000</qCom><vUnCom>100.0000</vUnCom><vProd>100.00</vProd>` +
      `<cEANTrib>SEM GTIN</cEANTrib><uTrib>UN</uTrib><qTrib>1.0000</qTrib><vUnTrib>100.0000</vUnTrib><indTot>1</indTot></prod>` +
      `<imposto><ICMS><ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC><vBC>100.00</vBC><pICMS>18.00</pICMS><vICMS>18.00</vICMS></ICMS00></ICMS>` +
      `<PIS><PISAliq><CST>01</CST><vBC>100.00</vBC><pPIS>1.65</pPIS><vPIS>1.65</vPIS></PISAliq></PIS></imposto></det>`
    );
  }).join("");
  const digVal = createHash("sha1").update(String(numero)).digest("base64");
  const fakeCertificate = createHash("sha512").update(String(numero)).digest("base64").repeat(16);
  return writeCopy({ numero, digVal })
    .replace("<total>", `${det}<total>`)
    .replace("</Signature>", `<X509Certificate>${fakeCertificate}</X509Certificate></Signature>`);
}
