import type { Enderecos } from "./endereco.ts";
import type { Ambiente, ServicoSefaz } from "./servicos.ts";

const NOMES = {
  consultaProtocolo: "CTeConsultaV4",
  statusServico: "CTeStatusServicoV4",
  recepcaoEvento: "CTeRecepcaoEventoV4",
} as const satisfies Partial<Record<ServicoSefaz, string>>;

type Fim = (nome: string) => string;
const puro: Fim = (nome) => nome;
const asmx: Fim = (nome) => `${nome}.asmx`;
const pasta: Fim = (nome) => `${nome}/${nome}.asmx`;

// Every authorizer of CT-e has its three services under one base, with one of three endings.
function cte(
  producao: string,
  homologacao: string,
  fim: Fim,
): Record<Ambiente, Partial<Record<ServicoSefaz, string>>> {
  const under = (base: string) => ({
    consultaProtocolo: base + fim(NOMES.consultaProtocolo),
    statusServico: base + fim(NOMES.statusServico),
    recepcaoEvento: base + fim(NOMES.recepcaoEvento),
  });
  return { "1": under(producao), "2": under(homologacao) };
}

/** CT-e and CT-e OS, which share every service that we ask: autorizador → ambiente → address of each service.
 * @source nfephp sped-cte, wscte_4.00_mod57.xml and wscte_4.00_mod67.xml (heads of 2025-12 to 2026-06);
 * ../shared/facts/sefaz-endpoints.tsv */
export const ENDERECOS_CTE: Enderecos = {
  MG: cte(
    "https://cte.fazenda.mg.gov.br/cte/services/",
    "https://hcte.fazenda.mg.gov.br/cte/services/",
    puro,
  ),
  MS: cte("https://producao.cte.ms.gov.br/ws/", "https://homologacao.cte.ms.gov.br/ws/", puro),
  MT: cte(
    "https://cte.sefaz.mt.gov.br/ctews2/services/",
    "https://homologacao.sefaz.mt.gov.br/ctews2/services/",
    puro,
  ),
  PR: cte("https://cte.fazenda.pr.gov.br/cte4/", "https://homologacao.cte.fazenda.pr.gov.br/cte4/", puro),
  RS: cte("https://cte.svrs.rs.gov.br/ws/", "https://cte-homologacao.svrs.rs.gov.br/ws/", pasta),
  SP: cte(
    "https://nfe.fazenda.sp.gov.br/CTeWS/WS/",
    "https://homologacao.nfe.fazenda.sp.gov.br/CTeWS/WS/",
    asmx,
  ),
  SVRS: cte("https://cte.svrs.rs.gov.br/ws/", "https://cte-homologacao.svrs.rs.gov.br/ws/", pasta),
  SVSP: cte(
    "https://nfe.fazenda.sp.gov.br/CTeWS/WS/",
    "https://homologacao.nfe.fazenda.sp.gov.br/CTeWS/WS/",
    asmx,
  ),
  "SVC-RS": cte("https://cte.svrs.rs.gov.br/ws/", "https://cte-homologacao.svrs.rs.gov.br/ws/", pasta),
  "SVC-SP": cte(
    "https://nfe.fazenda.sp.gov.br/CTeWS/WS/",
    "https://homologacao.nfe.fazenda.sp.gov.br/CTeWS/WS/",
    asmx,
  ),
  AN: {
    "1": { distribuicao: "https://www1.cte.fazenda.gov.br/CTeDistribuicaoDFe/CTeDistribuicaoDFe.asmx" },
    "2": { distribuicao: "https://hom1.cte.fazenda.gov.br/CTeDistribuicaoDFe/CTeDistribuicaoDFe.asmx" },
  },
};
