import type { Participantes, PedidoCte } from "./cte.ts";
import { codigoOfModal } from "./cte-modal.ts";
import { writeTomador } from "./cte-partes.ts";
import { camposDaChave, type Identidade, PRODUTO_EMISSOR, writeContingencia } from "./documento.ts";
import type { Empresa, Endereco } from "./empresas.ts";
import { element, leaf } from "./write-xml.ts";

/** Codes of the parties in toma3.   @source MOC CT-e 4.00, Anexo I */
const TOMADORES: Record<keyof Participantes, string> = {
  remetente: "0",
  expedidor: "1",
  recebedor: "2",
  destinatario: "3",
};
const OUTROS = "4";

/** The first fields of CT-e, CT-e simplificado and CT-e OS, before the route. */
export type Inicio = {
  cfop: string;
  natureza: string;
  tpCTe: string;
  modal: string;
  tpServ: string;
};

/** Writes the fields of `ide` from cUF to tpServ. */
export function writeInicio(inicio: Inicio, identidade: Identidade): string {
  const { cUF, codigo, digito } = camposDaChave(identidade);
  const { endereco } = identidade.emitente;
  return [
    leaf("cUF", cUF),
    leaf("cCT", codigo),
    leaf("CFOP", inicio.cfop),
    leaf("natOp", inicio.natureza),
    leaf("mod", identidade.modelo),
    leaf("serie", String(identidade.serie)),
    leaf("nCT", String(identidade.numero)),
    leaf("dhEmi", identidade.dataHora),
    leaf("tpImp", "1"),
    leaf("tpEmis", identidade.tpEmis),
    leaf("cDV", digito),
    leaf("tpAmb", identidade.ambiente),
    leaf("tpCTe", inicio.tpCTe),
    leaf("procEmi", "0"),
    leaf("verProc", PRODUTO_EMISSOR),
    leaf("cMunEnv", endereco.codigoMunicipio),
    leaf("xMunEnv", endereco.municipio),
    leaf("UFEnv", endereco.uf),
    leaf("modal", inicio.modal),
    leaf("tpServ", inicio.tpServ),
  ].join("");
}

/** Writes the start ("Ini") or the end ("Fim") of the route. */
export function writeMunicipio(sufixo: "Ini" | "Fim", endereco: Endereco): string {
  return [
    leaf(`cMun${sufixo}`, endereco.codigoMunicipio),
    leaf(`xMun${sufixo}`, endereco.municipio),
    leaf(`UF${sufixo}`, endereco.uf),
  ].join("");
}

/** Writes the group `ide` of a CT-e 57. */
export function writeCteIde(pedido: PedidoCte, identidade: Identidade): string {
  const inicio = (pedido.expedidor ?? pedido.remetente).endereco;
  const fim = (pedido.recebedor ?? pedido.destinatario).endereco;
  return element(
    "ide",
    writeInicio(
      {
        cfop: inicio.uf === fim.uf ? "5353" : "6353",
        natureza: "Prestação de serviço de transporte a comércio",
        tpCTe: "0",
        modal: codigoOfModal(pedido.modal),
        tpServ: "0",
      },
      identidade,
    ),
    writeMunicipio("Ini", inicio),
    writeMunicipio("Fim", fim),
    leaf("retira", "1"),
    leaf("indIEToma", "1"),
    writeToma(pedido.tomador),
    writeContingencia(pedido, identidade.dataHora),
  );
}

function writeToma(tomador: keyof Participantes | Empresa): string {
  if (typeof tomador === "string") return element("toma3", leaf("toma", TOMADORES[tomador]));
  return writeTomador("toma4", tomador, leaf("toma", OUTROS));
}
