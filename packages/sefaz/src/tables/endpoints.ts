import type { Uf } from "@malote/syntax";
import type { Ambiente, ServicoSefaz } from "./servicos.ts";

/** Modelos whose addresses this room knows; CT-e and MDF-e are not among them. */
export type ModeloSefaz = "55" | "65";

/** Who answers: the UF itself, a virtual SEFAZ, or a contingency one. */
export type Autorizador = Uf | "SVRS" | "SVAN" | "SVC-AN" | "SVC-RS";

type Enderecos = Record<Ambiente, Record<ServicoSefaz, string>>;

function at(base: string, consultaProtocolo: string, statusServico: string): Record<ServicoSefaz, string> {
  return { consultaProtocolo: base + consultaProtocolo, statusServico: base + statusServico };
}

/** Modelo → autorizador → ambiente (1 produção, 2 homologação) → address of each service.
 * @source nfephp sped-nfe, wsnfe_4.00_mod55.xml and wsnfe_4.00_mod65.xml (heads of 2025-12 to 2026-06) */
export const ENDERECOS: Record<ModeloSefaz, Partial<Record<Autorizador, Enderecos>>> = {
  "55": {
    AM: {
      "1": at("https://nfe.sefaz.am.gov.br/services2/services/", "NfeConsulta4", "NfeStatusServico4"),
      "2": at("https://homnfe.sefaz.am.gov.br/services2/services/", "NfeConsulta4", "NfeStatusServico4"),
    },
    BA: {
      "1": at(
        "https://nfe.sefaz.ba.gov.br/webservices/",
        "NFeConsultaProtocolo4/NFeConsultaProtocolo4.asmx",
        "NFeStatusServico4/NFeStatusServico4.asmx",
      ),
      "2": at(
        "https://hnfe.sefaz.ba.gov.br/webservices/",
        "NFeConsultaProtocolo4/NFeConsultaProtocolo4.asmx",
        "NFeStatusServico4/NFeStatusServico4.asmx",
      ),
    },
    GO: {
      "1": at("https://nfe.sefaz.go.gov.br/nfe/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
      "2": at("https://homolog.sefaz.go.gov.br/nfe/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    },
    MG: {
      "1": at("https://nfe.fazenda.mg.gov.br/nfe2/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
      "2": at("https://hnfe.fazenda.mg.gov.br/nfe2/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    },
    MS: {
      "1": at("https://nfe.sefaz.ms.gov.br/ws/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
      "2": at("https://hom.nfe.sefaz.ms.gov.br/ws/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    },
    MT: {
      "1": at("https://nfe.sefaz.mt.gov.br/nfews/v2/services/", "NfeConsulta4", "NfeStatusServico4"),
      "2": at("https://homologacao.sefaz.mt.gov.br/nfews/v2/services/", "NfeConsulta4", "NfeStatusServico4"),
    },
    PE: {
      "1": at(
        "https://nfe.sefaz.pe.gov.br/nfe-service/services/",
        "NFeConsultaProtocolo4",
        "NFeStatusServico4",
      ),
      "2": at(
        "https://nfehomolog.sefaz.pe.gov.br/nfe-service/services/",
        "NFeConsultaProtocolo4",
        "NFeStatusServico4",
      ),
    },
    PR: {
      "1": at("https://nfe.sefa.pr.gov.br/nfe/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
      "2": at("https://homologacao.nfe.sefa.pr.gov.br/nfe/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    },
    RS: {
      "1": at(
        "https://nfe.sefazrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
      "2": at(
        "https://nfe-homologacao.sefazrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
    },
    SP: {
      "1": at("https://nfe.fazenda.sp.gov.br/ws/", "nfeconsultaprotocolo4.asmx", "nfestatusservico4.asmx"),
      "2": at(
        "https://homologacao.nfe.fazenda.sp.gov.br/ws/",
        "nfeconsultaprotocolo4.asmx",
        "nfestatusservico4.asmx",
      ),
    },
    SVAN: {
      "1": at(
        "https://www.sefazvirtual.fazenda.gov.br/",
        "NFeConsultaProtocolo4/NFeConsultaProtocolo4.asmx",
        "NFeStatusServico4/NFeStatusServico4.asmx",
      ),
      "2": at(
        "https://hom.sefazvirtual.fazenda.gov.br/",
        "NFeConsultaProtocolo4/NFeConsultaProtocolo4.asmx",
        "NFeStatusServico4/NFeStatusServico4.asmx",
      ),
    },
    "SVC-AN": {
      "1": at(
        "https://www.sefazvirtual.fazenda.gov.br/",
        "NFeConsultaProtocolo4/NFeConsultaProtocolo4.asmx",
        "NFeStatusServico4/NFeStatusServico4.asmx",
      ),
      "2": at(
        "https://hom.sefazvirtual.fazenda.gov.br/",
        "NFeConsultaProtocolo4/NFeConsultaProtocolo4.asmx",
        "NFeStatusServico4/NFeStatusServico4.asmx",
      ),
    },
    "SVC-RS": {
      "1": at(
        "https://nfe.svrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
      "2": at(
        "https://nfe-homologacao.svrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
    },
    SVRS: {
      "1": at(
        "https://nfe.svrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
      "2": at(
        "https://nfe-homologacao.svrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
    },
  },
  "65": {
    AM: {
      "1": at("https://nfce.sefaz.am.gov.br/nfce-services/services/", "NfeConsulta4", "NfeStatusServico4"),
      "2": at("https://homnfce.sefaz.am.gov.br/nfce-services/services/", "NfeConsulta4", "NfeStatusServico4"),
    },
    GO: {
      "1": at("https://nfe.sefaz.go.gov.br/nfe/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
      "2": at("https://homolog.sefaz.go.gov.br/nfe/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    },
    MG: {
      "1": at("https://nfce.fazenda.mg.gov.br/nfce/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
      "2": at("https://hnfce.fazenda.mg.gov.br/nfce/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    },
    MS: {
      "1": at("https://nfce.sefaz.ms.gov.br/ws/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
      "2": at("https://hom.nfce.sefaz.ms.gov.br/ws/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    },
    MT: {
      "1": at("https://nfce.sefaz.mt.gov.br/nfcews/services/", "NfeConsulta4", "NfeStatusServico4"),
      "2": at("https://homologacao.sefaz.mt.gov.br/nfcews/services/", "NfeConsulta4", "NfeStatusServico4"),
    },
    PR: {
      "1": at("https://nfce.sefa.pr.gov.br/nfce/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
      "2": at("https://homologacao.nfce.sefa.pr.gov.br/nfce/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    },
    RS: {
      "1": at(
        "https://nfce.sefazrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
      "2": at(
        "https://nfce-homologacao.sefazrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
    },
    SP: {
      "1": at("https://nfce.fazenda.sp.gov.br/ws/", "NFeConsultaProtocolo4.asmx", "NFeStatusServico4.asmx"),
      "2": at(
        "https://homologacao.nfce.fazenda.sp.gov.br/ws/",
        "NFeConsultaProtocolo4.asmx",
        "NFeStatusServico4.asmx",
      ),
    },
    SVRS: {
      "1": at(
        "https://nfce.svrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
      "2": at(
        "https://nfce-homologacao.svrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
    },
  },
};

/** UFs that authorize their own documents, and MA, which the Ambiente Nacional serves; every other UF is SVRS's.
 * @source Portal da NF-e, "Relação de Serviços Web" */
export const AUTORIZADOR_DA_UF: Record<ModeloSefaz, Partial<Record<Uf, Autorizador>>> = {
  "55": {
    AM: "AM",
    BA: "BA",
    GO: "GO",
    MA: "SVAN",
    MG: "MG",
    MS: "MS",
    MT: "MT",
    PE: "PE",
    PR: "PR",
    RS: "RS",
    SP: "SP",
  },
  "65": { AM: "AM", GO: "GO", MG: "MG", MS: "MS", MT: "MT", PR: "PR", RS: "RS", SP: "SP" },
};

/** Contingency that a key's tpEmis names; NFC-e has none, its contingency is offline (tpEmis 9).
 * @source MOC Visão Geral, tpEmis 6 SVC-AN and 7 SVC-RS */
export const CONTINGENCIA: Record<ModeloSefaz, ReadonlyMap<string, Autorizador>> = {
  "55": new Map([
    ["6", "SVC-AN"],
    ["7", "SVC-RS"],
  ]),
  "65": new Map(),
};
