/** The fixed texts of DACTE and DACTE OS, and the names of the layout's codes. @source MOC CT-e 4.00 anexo
 * II; tiposGeralCTe_v4.00.xsd */

type Names = Readonly<Record<string, string>>;

/** The name of a code; the code itself if unknown, "" for null. */
export function nameOf(names: Names, code: string | null): string {
  if (code === null) return "";
  return Object.hasOwn(names, code) ? (names[code] ?? code) : code;
}

export const TITLE: Names = { cte: "DACTE", simplificado: "DACTE", os: "DACTE OS" };
export const SUBTITLE: Names = {
  cte: "Documento Auxiliar do Conhecimento de Transporte Eletrônico",
  simplificado: "Documento Auxiliar do Conhecimento de Transporte Eletrônico Simplificado",
  os: "Documento Auxiliar do Conhecimento de Transporte Eletrônico para Outros Serviços",
};
export const DOCUMENT_NAME: Names = { cte: "CT-e", simplificado: "CT-e", os: "CT-e OS" };

export const CONSULTA =
  "Consulta de autenticidade no portal nacional do CT-e, no site da SEFAZ autorizadora, ou em http://www.cte.fazenda.gov.br/portal";
export const RECIBO =
  "DECLARO QUE RECEBI OS VOLUMES DESTE CONHECIMENTO EM PERFEITO ESTADO PELO QUE DOU POR CUMPRIDO O PRESENTE CONTRATO DE TRANSPORTE";
export const RECIBO_OS =
  "DECLARO QUE O SERVIÇO DESTE CONHECIMENTO FOI PRESTADO PELO QUE DOU POR CUMPRIDO O PRESENTE CONTRATO DE TRANSPORTE";

export const HOMOLOGACAO = "EMITIDO EM AMBIENTE DE HOMOLOGAÇÃO – SEM VALOR FISCAL";
export const NO_PROTOCOLO = "SEM PROTOCOLO DE AUTORIZAÇÃO DE USO";
export const UNAUTHORIZED = "SEM AUTORIZAÇÃO";
export const NO_PROTOCOLO_NOTICE =
  "ESTE XML NÃO TRAZ PROTOCOLO DE AUTORIZAÇÃO DE USO: CONFIRME O CT-e PELA CHAVE DE ACESSO";
export const CANCELLED = "CT-e CANCELADO – SEM VALOR FISCAL";
export const DENIED = "USO DO CT-e DENEGADO – SEM VALOR FISCAL";
export const UNVERIFIED = "NÃO CONFERIDO";
export const HOMOLOGACAO_WATERMARK = "SEM VALOR FISCAL";
export const CANCELLED_WATERMARK = "CANCELADA";
export const DENIED_WATERMARK = "DENEGADA";

/** The printed text of each contingency (tpEmis). */
export const CONTINGENCIA: Names = {
  "3": "REGIME ESPECIAL DA NOTA FISCAL FÁCIL (NFF)",
  "4": "DACTE EMITIDO EM CONTINGÊNCIA – EPEC (EVENTO PRÉVIO DE EMISSÃO EM CONTINGÊNCIA) PELA SVC",
  "5": "DACTE EM CONTINGÊNCIA – IMPRESSO EM FORMULÁRIO DE SEGURANÇA (FS-DA)",
  "7": "AUTORIZAÇÃO EM CONTINGÊNCIA PELA SEFAZ VIRTUAL DE CONTINGÊNCIA – SVC-RS",
  "8": "AUTORIZAÇÃO EM CONTINGÊNCIA PELA SEFAZ VIRTUAL DE CONTINGÊNCIA – SVC-SP",
};

export const MODAIS: Names = {
  "01": "Rodoviário",
  "02": "Aéreo",
  "03": "Aquaviário",
  "04": "Ferroviário",
  "05": "Dutoviário",
  "06": "Multimodal",
};
export const CTE_TYPES: Names = {
  "0": "NORMAL",
  "1": "COMPLEMENTO DE VALORES",
  "2": "ANULAÇÃO DE VALORES",
  "3": "SUBSTITUIÇÃO",
  "4": "GTV-e",
  "5": "SIMPLIFICADO",
  "6": "SUBSTITUIÇÃO DE SIMPLIFICADO",
};
export const SERVICE_TYPES: Names = {
  "0": "NORMAL",
  "1": "SUBCONTRATAÇÃO",
  "2": "REDESPACHO",
  "3": "REDESPACHO INTERMEDIÁRIO",
  "4": "SERVIÇO VINCULADO A MULTIMODAL",
  "6": "TRANSPORTE DE PESSOAS",
  "7": "TRANSPORTE DE VALORES",
  "8": "EXCESSO DE BAGAGEM",
};
export const TOMADORES: Names = {
  "0": "REMETENTE",
  "1": "EXPEDIDOR",
  "2": "RECEBEDOR",
  "3": "DESTINATÁRIO",
  "4": "OUTROS",
};
export const IE_INDICATORS: Names = {
  "1": "CONTRIBUINTE",
  "2": "CONTRIBUINTE ISENTO DE INSCRIÇÃO",
  "9": "NÃO CONTRIBUINTE",
};
/** Shorter texts for a small box. */
export const SHORT_IE_INDICATORS: Names = { ...IE_INDICATORS, "2": "CONTRIB. ISENTO DE IE" };
export const UNITS: Names = {
  "00": "M³",
  "01": "KG",
  "02": "TON",
  "03": "UN",
  "04": "LITROS",
  "05": "MMBTU",
};
/** Types of measure of a simplified CT-e; a CT-e has them as text. */
export const MEASURES: Names = {
  "00": "CUBAGEM DA NF-e",
  "01": "CUBAGEM AFERIDA PELO TRANSPORTADOR",
  "02": "PESO BRUTO DA NF-e",
  "03": "PESO BRUTO AFERIDO PELO TRANSPORTADOR",
  "04": "PESO CUBADO",
  "05": "PESO BASE DO CÁLCULO DO FRETE",
  "06": "PESO PARA USO OPERACIONAL",
  "07": "CAIXAS",
  "08": "PALETES",
  "09": "SACAS",
  "10": "CONTAINERS",
  "11": "ROLOS",
  "12": "BOMBONAS",
  "13": "LATAS",
  "14": "LITRAGEM",
  "15": "MILHÃO DE BTU",
  "99": "OUTROS",
};
export const ICMS_SITUATIONS: Names = {
  "00": "00 - TRIBUTAÇÃO NORMAL ICMS",
  "20": "20 - TRIBUTAÇÃO COM BC REDUZIDA DO ICMS",
  "40": "40 - ICMS ISENÇÃO",
  "41": "41 - ICMS NÃO TRIBUTADA",
  "51": "51 - ICMS DIFERIDO",
  "60": "60 - ICMS COBRADO POR SUBSTITUIÇÃO TRIBUTÁRIA",
  "90": "90 - ICMS OUTROS",
};
export const OTHER_UF_ICMS = "90 - ICMS DEVIDO À UF DE ORIGEM DA PRESTAÇÃO";
export const SIMPLES_ICMS = "SIMPLES NACIONAL";

/** Modelos of a nota on paper (infNF/mod). */
export const NF_MODELOS: Names = { "01": "NF", "04": "NF PROD." };
/** Types of other documents (infOthers/tpDoc), shortened to fit their column. */
export const OTHER_DOCUMENTS: Names = {
  "00": "DECLAR.",
  "10": "DUTOV.",
  "59": "CF-e SAT",
  "65": "NFC-e",
  "99": "OUTROS",
};
/** Types of documents of earlier carriers (idDocAntPap/tpDoc); codes 00 to 06 are of layouts before 4.00. */
export const PREVIOUS_DOCUMENTS: Names = {
  "00": "CTRC",
  "01": "CTAC",
  "02": "ACT",
  "03": "NF MODELO 7",
  "04": "NF MODELO 27",
  "05": "CONHECIMENTO AÉREO NACIONAL",
  "06": "CTMC",
  "07": "ATRE",
  "08": "DTA",
  "09": "CONHECIMENTO AÉREO INTERNACIONAL",
  "10": "CARTA DE PORTE INTERNACIONAL",
  "11": "CONHECIMENTO AVULSO",
  "12": "TIF",
  "13": "BL",
  "99": "OUTROS",
};

export const TARIFF_CLASSES: Names = {
  M: "M - TARIFA MÍNIMA",
  G: "G - TARIFA GERAL",
  E: "E - TARIFA ESPECÍFICA",
};
export const DIRECTIONS: Names = { N: "NORTE", S: "SUL", L: "LESTE", O: "OESTE" };
export const NAVIGATIONS: Names = { "0": "INTERIOR", "1": "CABOTAGEM" };
export const TRAFFICS: Names = { "0": "PRÓPRIO", "1": "MÚTUO", "2": "RODOFERROVIÁRIO", "3": "RODOVIÁRIO" };
export const FERROVIAS: Names = { "1": "FERROVIA DE ORIGEM", "2": "FERROVIA DE DESTINO" };
export const PIPELINES: Names = { "1": "GASODUTO", "2": "MINERODUTO", "3": "OLEODUTO" };
export const HIRINGS: Names = {
  "0": "PONTO A PONTO",
  "1": "CAPACIDADE DE ENTRADA",
  "2": "CAPACIDADE DE SAÍDA",
};
export const NEGOTIABLE: Names = { "0": "NÃO NEGOCIÁVEL", "1": "NEGOCIÁVEL" };
export const CHARTERS: Names = { "1": "EVENTUAL", "2": "CONTÍNUO" };
export const YES_NO: Names = { "0": "NÃO", "1": "SIM" };
/** In retira, 0 means yes. */
export const PICKUPS: Names = { "0": "SIM", "1": "NÃO" };
export const DANGEROUS_UNITS: Names = { "1": "KG", "2": "KG BRUTO", "3": "LITROS", "4": "TI", "5": "UN" };
export const INSURANCE_RESPONSIBLES: Names = {
  "0": "REMETENTE",
  "1": "EXPEDIDOR",
  "2": "RECEBEDOR",
  "3": "DESTINATÁRIO",
  "4": "EMITENTE DO CT-e",
  "5": "TOMADOR DE SERVIÇO",
};
export const PRESTACOES: Names = { "1": "TOTAL", "2": "PARCIAL" };
export const PERIODS: Names = { "0": "SEM DATA DEFINIDA", "1": "NA DATA", "2": "ATÉ", "3": "A PARTIR DE" };
export const TIME_RANGES: Names = { "0": "", "1": "ÀS", "2": "ATÉ AS", "3": "A PARTIR DAS" };
/** Handling of air cargo (cInfManu), shortened to fit a box. */
export const MANUSEIO: Names = {
  "01": "Certificado do expedidor para embarque de animal vivo",
  "02": "Artigo perigoso conforme declaração do expedidor anexa",
  "03": "Somente em aeronave cargueira",
  "04": "Artigo perigoso, declaração do expedidor não requerida",
  "05": "Artigo perigoso em quantidade isenta",
  "06": "Gelo seco para refrigeração",
  "07": "Não restrito",
  "08": "Artigo perigoso em carga consolidada",
  "09": "Autorização da autoridade governamental anexa",
  "10": "Baterias de íons de lítio, seção II da PI965, CAO",
  "11": "Baterias de íons de lítio, seção II da PI966",
  "12": "Baterias de íons de lítio, seção II da PI967",
  "13": "Baterias de metal lítio, seção II da PI968, CAO",
  "14": "Baterias de metal lítio, seção II da PI969",
  "15": "Baterias de metal lítio, seção II da PI970",
  "99": "Outro",
};
export const ROAD_LEGISLATION =
  "ESTE CONHECIMENTO DE TRANSPORTE ATENDE À LEGISLAÇÃO DE TRANSPORTE RODOVIÁRIO EM VIGOR";
