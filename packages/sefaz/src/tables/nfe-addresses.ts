import { type Addresses, underBase as at } from "./addresses.ts";

/** NF-e: autorizador → ambiente (1 produção, 2 homologação) → address of each service.
 * @source nfephp sped-nfe, wsnfe_4.00_mod55.xml (head of 2025-12 to 2026-06);
 * ../shared/facts/sefaz-endpoints.tsv */
export const NFE_ADDRESSES: Addresses = {
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
    "1": {
      ...at(
        "https://nfe.svrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
      recepcaoEventoSvrs: "https://nfe.svrs.rs.gov.br/ws/recepcaoevento/recepcaoevento4.asmx",
    },
    "2": {
      ...at(
        "https://nfe-homologacao.svrs.rs.gov.br/ws/",
        "NfeConsulta/NfeConsulta4.asmx",
        "NfeStatusServico/NfeStatusServico4.asmx",
      ),
      recepcaoEventoSvrs: "https://nfe-homologacao.svrs.rs.gov.br/ws/recepcaoevento/recepcaoevento4.asmx",
    },
  },
  AN: {
    "1": {
      recepcaoEvento: "https://www.nfe.fazenda.gov.br/NFeRecepcaoEvento4/NFeRecepcaoEvento4.asmx",
      distribuicao: "https://www1.nfe.fazenda.gov.br/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx",
    },
    "2": {
      recepcaoEvento: "https://hom1.nfe.fazenda.gov.br/NFeRecepcaoEvento4/NFeRecepcaoEvento4.asmx",
      distribuicao: "https://hom1.nfe.fazenda.gov.br/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx",
    },
  },
};
