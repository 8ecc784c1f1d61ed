import { ufOfCodigo } from "@malote/syntax";
import { CTE, type Familia, MDFE, NFE } from "../../papelaria/familia.ts";
import { element, leaf } from "../../papelaria/write-xml.ts";
import { type Atendido, type Atendimento, quemPergunta } from "../atendimento.ts";
import {
  codigoDaPorta,
  dataHoraOf,
  findFormFault,
  isAmbiente,
  readCampos,
  writeCabecalho,
} from "../mensagem.ts";
import type { CStat } from "../motivos.ts";
import type { Servico } from "../servicos.ts";
import { findCabecalhoFault } from "./cabecalho.ts";

type FamiliaStatus = { familia: Familia; sufixo: string; modelo: string; cUF: boolean };

const FAMILIAS: Partial<Record<Servico, FamiliaStatus>> = {
  NFeStatusServico4: { familia: NFE, sufixo: "", modelo: "55", cUF: true },
  CTeStatusServicoV4: { familia: CTE, sufixo: "CTe", modelo: "57", cUF: true },
  MDFeStatusServico: { familia: MDFE, sufixo: "MDFe", modelo: "58", cUF: false },
};

/** Returns whether the authorizer is in service. */
export function answerStatus(atendimento: Atendimento): Atendido {
  const layout = FAMILIAS[atendimento.pedido.servico];
  if (!layout) throw new RangeError(`${atendimento.pedido.servico} is not a status service`);
  const { familia, sufixo } = layout;
  const { namespace, versao } = familia;
  const campos = layout.cUF ? (["tpAmb", "cUF", "xServ"] as const) : (["tpAmb", "xServ"] as const);
  const forma = { raiz: `consStatServ${sufixo}`, namespace, versao, campos };
  const lido = readCampos<"tpAmb" | "cUF" | "xServ">(atendimento.pedido.dadosMsg, forma);
  const cStat =
    findFormFault(atendimento) ?? findCabecalhoFault(atendimento) ?? judge(atendimento, layout, lido);
  const cUF = lido && ufOfCodigo(lido.cUF ?? "") ? lido.cUF : codigoDaPorta(atendimento);
  const modelo = atendimento.porta?.modelo ?? layout.modelo;
  const xml = element(
    `retConsStatServ${sufixo} versao="${versao}" xmlns="${namespace}"`,
    writeCabecalho({ cStat, modelo, tpAmb: lido?.tpAmb }),
    leaf("cUF", cUF),
    leaf("dhRecbto", dataHoraOf(atendimento.agora, cUF)),
    cStat === "107" ? leaf("tMed", "1") : "",
  );
  return { cStat, xml };
}

function judge(
  atendimento: Atendimento,
  layout: FamiliaStatus,
  lido: Record<"tpAmb" | "cUF" | "xServ", string> | null,
): CStat {
  const { porta, consumo, agora } = atendimento;
  if (!lido || !isAmbiente(lido.tpAmb) || lido.xServ !== "STATUS") return "215";
  if (layout.cUF) {
    const uf = ufOfCodigo(lido.cUF);
    if (!uf) return "215";
    if (porta && !porta.ufs.includes(uf)) return "289";
  }
  if (!consumo.countStatus(quemPergunta(atendimento), porta?.modelo ?? layout.modelo, agora)) return "107";
  consumo.countIndevido("statusSeguido");
  return "656";
}
