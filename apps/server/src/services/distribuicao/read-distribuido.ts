import {
  type Examination,
  examineDfe,
  type ParsedEvento,
  type ParsedNota,
  type ParsedResumo,
  type Trust,
} from "@malote/dfe";
import type { DocumentoDistribuido } from "@malote/sefaz";
import type { Examine } from "../../app-context.ts";
import { gzip } from "../../compression.ts";
import { type Fact, factOfEvento, factOfNota, factOfResumo, toReported } from "../auditor/auditor.rules.ts";
import type { NewDocumento } from "../documento/documento.rows.ts";
import { hexOf, toDocumento } from "../documento/to-documento.ts";

type ReceivedUnder = Pick<DocumentoDistribuido, "nsu"> & { esquema: string | null };

/**
 * A read document of the distribuição. `fact` is null for a kind without an auditor record.
 * A `sobra` is none of the other kinds; an `ilegivel` may be readable when requested again.
 */
export type ReadDistribuido = ReceivedUnder &
  (
    | { kind: "nota"; nota: ParsedNota; documento: NewDocumento; recebido: Uint8Array; fato: Fact | null }
    | {
        kind: "evento";
        evento: ParsedEvento;
        documento: NewDocumento;
        recebido: Uint8Array;
        fato: Fact | null;
      }
    | { kind: "resumo"; resumo: ParsedResumo; fato: Fact; xmlGzip: Buffer }
    | { kind: "sobra"; xmlGzip: Buffer }
    | { kind: "ilegivel"; xmlGzip: Buffer | null }
  );

export type ReadContext = { examine?: Examine | undefined; trust: Trust; recebidoEm: Date };

/** Reads and judges a document from SEFAZ, in a worker thread if it is large. */
export async function readDistribuido(
  { nsu, schema, xml }: DocumentoDistribuido,
  { examine, trust, recebidoEm }: ReadContext,
): Promise<ReadDistribuido> {
  const under = { nsu, esquema: schema === "" ? null : schema };
  if (xml === null) return { ...under, kind: "ilegivel", xmlGzip: null };
  const examination = examine ? await examine(xml, trust) : examineDfe(xml, trust);
  const { reading } = examination;
  if (reading.kind === "nota") {
    const fact = factOfNota(reading.nota, recebidoEm);
    const documento = await pack(examination, { chave: reading.nota.chaveAcesso, natureza: "nota", xml });
    return { ...under, kind: "nota", nota: reading.nota, documento, recebido: xml, fato: fact };
  }
  if (reading.kind === "evento") {
    const fact = factOfEvento(toReported(reading.evento), recebidoEm);
    const documento = await pack(examination, { chave: reading.evento.chaveAcesso, natureza: "evento", xml });
    return { ...under, kind: "evento", evento: reading.evento, documento, recebido: xml, fato: fact };
  }
  const xmlGzip = await gzip(xml);
  if (reading.kind === "resumo") {
    const { resumo } = reading;
    const fact = factOfResumo(resumo, recebidoEm);
    return fact === null
      ? { ...under, kind: "sobra", xmlGzip }
      : { ...under, kind: "resumo", resumo, fato: fact, xmlGzip };
  }
  const broken = reading.kind === "ilegivel" || reading.kind === "nao-dfe";
  return { ...under, kind: broken ? "ilegivel" : "sobra", xmlGzip };
}

async function pack(
  examination: Examination,
  { chave, natureza, xml }: { chave: string; natureza: NewDocumento["natureza"]; xml: Uint8Array },
): Promise<NewDocumento> {
  return await toDocumento({ exame: examination, chave, natureza, sha256: hexOf("sha256", xml) });
}
