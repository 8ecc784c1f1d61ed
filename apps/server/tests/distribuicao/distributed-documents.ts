import { vereditoOf } from "@malote/dfe";
import { newId } from "../../src/db/index.ts";
import { type ReadDistribuido, readDistribuido } from "../../src/services/distribuicao/read-distribuido.ts";
import { savePage } from "../../src/services/distribuicao/save-page.ts";
import type { TestContext } from "../setup/context.ts";
import { inventChave } from "../setup/invent-notas.ts";

const NS = "http://www.portalfiscal.inf.br/nfe";
export const FORNECEDOR = "11444777000161";

/** SEFAZ's summary of a nota, as its distribution delivers it. */
export function writeResNFe(
  numero: number,
  o: { valor?: string; cSitNFe?: string | null; digVal?: string; nome?: string; em?: string } = {},
): string {
  const { valor = "1234.50", cSitNFe = "1", digVal = "AAAA", nome = "Moinho Estrela-Guia S.A." } = o;
  const receivedAt = o.em ?? "2026-10-15T09:01:00-03:00";
  const situacaoTag = cSitNFe === null ? "" : `<cSitNFe>${cSitNFe}</cSitNFe>`;
  return (
    `<resNFe xmlns="${NS}" versao="1.01"><chNFe>${inventChave(numero)}</chNFe><CNPJ>${FORNECEDOR}</CNPJ><xNome>${nome}</xNome>` +
    `<IE>123456789</IE><dhEmi>2026-10-15T09:00:00-03:00</dhEmi><tpNF>1</tpNF><vNF>${valor}</vNF><digVal>${digVal}</digVal>` +
    `<dhRecbto>${receivedAt}</dhRecbto><nProt>135260000000001</nProt>${situacaoTag}</resNFe>`
  );
}

/** SEFAZ's summary of an evento. */
export function writeResEvento(
  numero: number,
  { tpEvento = "110111", descricao = "Cancelamento", em: receivedAt = "2026-10-16T09:00:00-03:00" } = {},
): string {
  return (
    `<resEvento xmlns="${NS}" versao="1.01"><cOrgao>35</cOrgao><CNPJ>${FORNECEDOR}</CNPJ><chNFe>${inventChave(numero)}</chNFe>` +
    `<dhEvento>${receivedAt}</dhEvento><tpEvento>${tpEvento}</tpEvento><nSeqEvento>1</nSeqEvento><xEvento>${descricao}</xEvento>` +
    `<dhRecbto>${receivedAt}</dhRecbto><nProt>135260000000003</nProt></resEvento>`
  );
}

/** A distribution sync of an empresa, fed by the test. */
export type FedQueue = {
  empresaId: string;
  /** Delivers these documents, one NSU each; null: a ZIP that does not open; a number: NSU that are
   * skipped. */
  deliver(...documentos: (string | null | number)[]): Promise<boolean>;
  /** The last NSU of the sync. */
  ultNSU(): string;
};

export function openFedQueue(
  t: TestContext,
  who: { contaId: string; empresaId: string; cnpj: string },
): FedQueue {
  const { contaId, empresaId, cnpj } = who;
  let nsu = 0;
  const writeNsu = (n: number): string => String(n).padStart(15, "0");
  return {
    empresaId,
    ultNSU: () => writeNsu(nsu),
    deliver: async (...documentos) => {
      const afterNsu = writeNsu(nsu);
      const readDocuments: ReadDistribuido[] = [];
      for (const each of documentos) {
        if (typeof each === "number") {
          nsu += each;
          continue;
        }
        nsu += 1;
        const xml = each === null ? null : Buffer.from(each);
        const schema = each === null ? "resNFe_v1.01.xsd" : `${/<(\w+)/.exec(each)?.[1] ?? ""}_v1.00.xsd`;
        const received = { nsu: writeNsu(nsu), schema, xml };
        readDocuments.push(
          asJudged(await readDistribuido(received, { trust: { trustedCas: [] }, recebidoEm: t.clock.now() })),
        );
      }
      const ultNSU = writeNsu(nsu);
      const answer = { cStat: "138", xMotivo: "Documento localizado", ultNSU, maxNSU: ultNSU, falha: null };
      const sync = { empresaId, modelo: "NFe" as const };
      return await t.ctx.database.withConta(contaId, (db) =>
        savePage(db, contaId, {
          ...answer,
          syncKey: sync,
          cnpj,
          documents: readDocuments,
          after: afterNsu,
          nextRun: null,
          now: t.clock.now(),
        }),
      );
    },
  };
}

/** The documents are unsigned, so the test sets the verdict itself. */
function asJudged(readDocument: ReadDistribuido): ReadDistribuido {
  if (readDocument.kind !== "nota" && readDocument.kind !== "evento") return readDocument;
  return { ...readDocument, documento: { ...readDocument.documento, veredito: vereditoOf([]), achados: [] } };
}

/** Adds an e-mail with an anexo that holds a nota's document. */
export async function sendByMail(
  t: TestContext,
  contaId: string,
  { chave, remetente, em: receivedAt }: { chave: string; remetente: string; em: string },
): Promise<void> {
  const emailId = newId();
  await t.asOwner(
    `INSERT INTO email (conta_id, id, sha256, remetente, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, $4, $5, $5, 1, 'lido')`,
    [contaId, emailId, emailId, remetente, receivedAt],
  );
  await t.asOwner(
    `INSERT INTO anexo (conta_id, id, email_id, caminho, tipo, tamanho, sha256, embutida, destino, documento_id)
     SELECT $1, $2, $3, '1', 'application/xml', 1, 'x', false, 'nota', documento_id FROM nota WHERE conta_id = $1 AND chave = $4`,
    [contaId, newId(), emailId, chave],
  );
}
