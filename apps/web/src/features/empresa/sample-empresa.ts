import type { Certificado, Distribuicao, Empresa } from "../../rpc/conta/empresas.ts";

/** An invented certificate, far from its expiry. */
export function sampleCertificado(overrides: Partial<Certificado> = {}): Certificado {
  return {
    titular: "IPE DO LARGO COMERCIO LTDA:27391485000148",
    cnpj: "27391485000148",
    emissor: "AC Exemplo RFB v5",
    impressao: Array(32).fill("AB").join(":"),
    validoDe: new Date("2026-03-02T12:00:00Z"),
    validoAte: new Date("2027-03-02T12:00:00Z"),
    diasRestantes: 102,
    situacao: "valido",
    cadeia: "verificada",
    enviadoEm: new Date("2026-03-03T13:00:00Z"),
    enviadoPor: "Marina Prado",
    ...overrides,
  };
}

/** An invented distribution sync that is up to date. */
export function sampleDistribuicao(overrides: Partial<Distribuicao> = {}): Distribuicao {
  return {
    modelo: "NFe",
    ultNSU: "000000000001234",
    maxNSU: "000000000001234",
    ultimaEm: new Date("2026-11-20T12:48:00Z"),
    proximaEm: new Date("2026-11-20T13:48:00Z"),
    cStat: "137",
    problema: null,
    lacunas: 0,
    ...overrides,
  };
}

/** An invented company without a certificate, with every feature disabled. */
export function sampleEmpresa(overrides: Partial<Empresa> = {}): Empresa {
  return {
    id: "01900000-0000-7000-8000-00000000000a",
    nome: "Ipê do Largo Comércio Ltda",
    cnpj: "27391485000148",
    uf: "SP",
    ativarAuditor: false,
    ativarManifestacao: false,
    cienciaAutomatica: false,
    feedSefaz: false,
    downloadPublico: true,
    prova: null,
    certificado: null,
    temLogo: false,
    documentos: 0,
    distribuicoes: [],
    ...overrides,
  };
}
