import type { Empresa, Endereco } from "../companies/companies.ts";
import {
  chaveFields,
  type DocumentIdentity,
  ISSUING_PRODUCT,
  writeContingencia,
} from "../documento/documento.ts";
import { element, leaf } from "../xml/write-xml.ts";
import type { CteInput, Participantes } from "./cte-input.ts";
import { codigoOfModal } from "./cte-modal.ts";
import { writeTomador } from "./cte-parties.ts";

/** Codes of the parties in toma3.   @source MOC CT-e 4.00, Anexo I */
const TOMADOR_CODES: Record<keyof Participantes, string> = {
  remetente: "0",
  expedidor: "1",
  recebedor: "2",
  destinatario: "3",
};
const OTHERS = "4";

/** The first fields of CT-e, CT-e simplificado and CT-e OS, before the route. */
export type IdeStart = {
  cfop: string;
  natureza: string;
  tpCTe: string;
  modal: string;
  tpServ: string;
};

/** Writes the fields of `ide` from cUF to tpServ. */
export function writeIdeStart(start: IdeStart, identity: DocumentIdentity): string {
  const { cUF, codigo, digito } = chaveFields(identity);
  const { endereco } = identity.emitente;
  return [
    leaf("cUF", cUF),
    leaf("cCT", codigo),
    leaf("CFOP", start.cfop),
    leaf("natOp", start.natureza),
    leaf("mod", identity.modelo),
    leaf("serie", String(identity.serie)),
    leaf("nCT", String(identity.numero)),
    leaf("dhEmi", identity.dataHora),
    leaf("tpImp", "1"),
    leaf("tpEmis", identity.tpEmis),
    leaf("cDV", digito),
    leaf("tpAmb", identity.ambiente),
    leaf("tpCTe", start.tpCTe),
    leaf("procEmi", "0"),
    leaf("verProc", ISSUING_PRODUCT),
    leaf("cMunEnv", endereco.codigoMunicipio),
    leaf("xMunEnv", endereco.municipio),
    leaf("UFEnv", endereco.uf),
    leaf("modal", start.modal),
    leaf("tpServ", start.tpServ),
  ].join("");
}

/** Writes the start ("Ini") or the end ("Fim") of the route. */
export function writeRouteMunicipio(suffix: "Ini" | "Fim", endereco: Endereco): string {
  return [
    leaf(`cMun${suffix}`, endereco.codigoMunicipio),
    leaf(`xMun${suffix}`, endereco.municipio),
    leaf(`UF${suffix}`, endereco.uf),
  ].join("");
}

/** Writes the group `ide` of a CT-e 57. */
export function writeCteIde(input: CteInput, identity: DocumentIdentity): string {
  const start = (input.expedidor ?? input.remetente).endereco;
  const end = (input.recebedor ?? input.destinatario).endereco;
  return element(
    "ide",
    writeIdeStart(
      {
        cfop: start.uf === end.uf ? "5353" : "6353",
        natureza: "Prestação de serviço de transporte a comércio",
        tpCTe: "0",
        modal: codigoOfModal(input.modal),
        tpServ: "0",
      },
      identity,
    ),
    writeRouteMunicipio("Ini", start),
    writeRouteMunicipio("Fim", end),
    leaf("retira", "1"),
    leaf("indIEToma", "1"),
    writeToma(input.tomador),
    writeContingencia(input, identity.dataHora),
  );
}

function writeToma(tomador: keyof Participantes | Empresa): string {
  if (typeof tomador === "string") return element("toma3", leaf("toma", TOMADOR_CODES[tomador]));
  return writeTomador("toma4", tomador, leaf("toma", OTHERS));
}
