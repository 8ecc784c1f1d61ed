import { promisify } from "node:util";
import { gzip } from "node:zlib";
import {
  type Confianca,
  type EventoLido,
  type Exame,
  examineDfe,
  type NotaLida,
  type ResumoLido,
} from "@malote/dfe";
import type { DocumentoDistribuido } from "@malote/sefaz";
import type { Examine } from "../../app-context.ts";
import { type Fato, factOfEvento, factOfNota, factOfResumo, toContado } from "../auditor/auditor.rules.ts";
import type { NovoDocumento } from "../documento/documento.rows.ts";
import { hexOf, toDocumento } from "../documento/to-documento.ts";

const gzipAsync = promisify(gzip);

type Veio = Pick<DocumentoDistribuido, "nsu"> & { esquema: string | null };

/**
 * A read document of the distribuição. `fato` is null for a kind without an auditor record.
 * A `sobra` is none of the other kinds; an `ilegivel` may be readable when requested again.
 */
export type LidoDistribuido = Veio &
  (
    | { kind: "nota"; nota: NotaLida; documento: NovoDocumento; recebido: Uint8Array; fato: Fato | null }
    | {
        kind: "evento";
        evento: EventoLido;
        documento: NovoDocumento;
        recebido: Uint8Array;
        fato: Fato | null;
      }
    | { kind: "resumo"; resumo: ResumoLido; fato: Fato; xmlGzip: Buffer }
    | { kind: "sobra"; xmlGzip: Buffer }
    | { kind: "ilegivel"; xmlGzip: Buffer | null }
  );

export type Leitor = { examine?: Examine | undefined; confianca: Confianca; recebidoEm: Date };

/** Reads and judges a document from SEFAZ, in a worker thread if it is large. */
export async function readDistribuido(
  { nsu, schema, xml }: DocumentoDistribuido,
  { examine, confianca, recebidoEm }: Leitor,
): Promise<LidoDistribuido> {
  const veio = { nsu, esquema: schema === "" ? null : schema };
  if (xml === null) return { ...veio, kind: "ilegivel", xmlGzip: null };
  const exame = examine ? await examine(xml, confianca) : examineDfe(xml, confianca);
  const { leitura } = exame;
  if (leitura.kind === "nota") {
    const fato = factOfNota(leitura.nota, recebidoEm);
    const documento = await pack(exame, { chave: leitura.nota.chaveAcesso, natureza: "nota", xml });
    return { ...veio, kind: "nota", nota: leitura.nota, documento, recebido: xml, fato };
  }
  if (leitura.kind === "evento") {
    const fato = factOfEvento(toContado(leitura.evento), recebidoEm);
    const documento = await pack(exame, { chave: leitura.evento.chaveAcesso, natureza: "evento", xml });
    return { ...veio, kind: "evento", evento: leitura.evento, documento, recebido: xml, fato };
  }
  const xmlGzip = await gzipAsync(xml);
  if (leitura.kind === "resumo") {
    const { resumo } = leitura;
    const fato = factOfResumo(resumo, recebidoEm);
    return fato === null
      ? { ...veio, kind: "sobra", xmlGzip }
      : { ...veio, kind: "resumo", resumo, fato, xmlGzip };
  }
  const broken = leitura.kind === "ilegivel" || leitura.kind === "nao-dfe";
  return { ...veio, kind: broken ? "ilegivel" : "sobra", xmlGzip };
}

async function pack(
  exame: Exame,
  { chave, natureza, xml }: { chave: string; natureza: NovoDocumento["natureza"]; xml: Uint8Array },
): Promise<NovoDocumento> {
  return await toDocumento({ exame, chave, natureza, sha256: hexOf("sha256", xml) });
}
