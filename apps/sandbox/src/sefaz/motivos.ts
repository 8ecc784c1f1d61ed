import { type Family, familyOfModelo, MODELOS, tiposWith } from "@malote/syntax";
/**
 * The xMotivo of each cStat of the simulator, in NF-e terms.
 * @source MOC, Anexo I, tabela de códigos de erro; MOC CT-e 4.00 and MDF-e 3.00 for their own codes
 */
export const MOTIVOS = {
  "100": "Autorizado o uso da NF-e",
  "101": "Cancelamento de NF-e homologado",
  "107": "Serviço em Operação",
  "108": "Serviço Paralisado Momentaneamente (curto prazo)",
  "109": "Serviço Paralisado sem Previsão",
  "120": "Autorizado o uso da NF-e com alerta",
  "128": "Lote de evento processado",
  "132": "Encerramento de MDF-e homologado",
  "135": "Evento registrado e vinculado a NF-e",
  "136": "Evento registrado, mas não vinculado a NF-e",
  "137": "Nenhum documento localizado",
  "138": "Documento(s) localizado(s)",
  "213": "Rejeição: CNPJ-Base do Autor difere do CNPJ-Base do Certificado Digital",
  "215": "Rejeição: Falha no schema XML",
  "217": "Rejeição: NF-e não consta na base de dados da SEFAZ",
  "226": "Rejeição: Código da UF do Emitente diverge da UF autorizadora",
  "236": "Rejeição: Chave de Acesso com dígito verificador inválido",
  "252": "Rejeição: Ambiente informado diverge do Ambiente de recebimento",
  "280": "Rejeição: Certificado Transmissor inválido",
  "281": "Rejeição: Certificado Transmissor Data Validade",
  "282": "Rejeição: Certificado Transmissor sem CNPJ",
  "283": "Rejeição: Certificado Transmissor - erro Cadeia de Certificação",
  "284": "Rejeição: Certificado Transmissor revogado",
  "285": "Rejeição: Certificado Transmissor difere ICP-Brasil",
  "286": "Rejeição: Certificado Transmissor erro no acesso a LCR",
  "289": "Rejeição: Código da UF informada diverge da UF solicitada",
  "291": "Rejeição: Certificado Assinatura Data Validade",
  "292": "Rejeição: Certificado Assinatura sem CNPJ",
  "293": "Rejeição: Certificado Assinatura - erro Cadeia de Certificação",
  "297": "Rejeição: Assinatura difere do calculado",
  "298": "Rejeição: Assinatura difere do padrão do Sistema",
  "404": "Rejeição: Uso de prefixo de namespace não permitido",
  "409": "Rejeição: Campo cUF inexistente no elemento mdfeCabecMsg do SOAP Header",
  "410": "Rejeição: UF informada no campo cUF não é atendida pelo Web Service",
  "411": "Rejeição: Campo versaoDados inexistente no elemento mdfeCabecMsg do SOAP Header",
  "450": "Rejeição: Modelo da NF-e diferente de 55",
  "459": "Rejeição: Evento a ser cancelado não localizado",
  "460": "Rejeição: Evento já está cancelado",
  "489": "Rejeição: CNPJ informado inválido (DV ou zeros)",
  "490": "Rejeição: CPF informado inválido (DV ou zeros)",
  "491": "Rejeição: O tpEvento informado inválido",
  "492": "Rejeição: O verEvento informado inválido",
  "493": "Rejeição: Evento não atende o Schema XML específico",
  "494": "Rejeição: Chave de Acesso inexistente",
  "526": "Rejeição: Ano-Mes da Chave de Acesso com atraso superior a 6 meses em relacao ao Ano-Mes atual",
  "572":
    "Rejeição: Erro Atributo ID do evento não corresponde à concatenação dos campos (“ID” + tpEvento + chNFe + nSeqEvento)",
  "573": "Rejeição: Duplicidade de Evento",
  "575": "Rejeição: O autor do evento diverge do destinatário da NF-e",
  "577": "Rejeição: A data do evento não pode ser menor que a data de emissão da NF-e",
  "578": "Rejeição: A data do evento não pode ser maior que a data do processamento",
  "579":
    "Rejeição: A data do evento não pode ser menor que a data de autorização para NF-e não emitida em contingência",
  "580": "Rejeição: O evento exige uma NF-e autorizada",
  "588":
    "Rejeição: Não é permitida a presença de caracteres de edição no início/fim da mensagem ou entre as tags da mensagem",
  "589": "Rejeição: Número do NSU informado superior ao maior NSU da base de dados do Ambiente Nacional",
  "593": "Rejeição: CNPJ-Base consultado difere do CNPJ-Base do Certificado Digital",
  "594": "Rejeição: O número de sequência do evento informado é maior que o permitido",
  "595": "Rejeição: Obrigatória a informação da justificativa do evento.",
  "596": "Rejeição: Evento apresentado fora do prazo",
  "613": "Rejeição: Chave de Acesso difere da existente em BD",
  "614": "Rejeição: Chave de Acesso inválida (Código UF inválido)",
  "615": "Rejeição: Chave de Acesso inválida (Ano menor que 06 ou Ano maior que Ano corrente)",
  "616": "Rejeição: Chave de Acesso inválida (Mês menor que 1 ou Mês maior que 12)",
  "617": "Rejeição: Chave de Acesso inválida (CNPJ zerado ou dígito inválido)",
  "618": "Rejeição: Chave de Acesso inválida (modelo diferente de 55 e 65)",
  "619": "Rejeição: Chave de Acesso inválida (número NF = 0)",
  "631": "Rejeição: Duplicidade de evento",
  "632": "Rejeição: Solicitação fora de prazo, a NF-e não está mais disponível para download",
  "640": "Rejeição: CNPJ/CPF do interessado não possui permissão para consultar esta NF-e",
  "650": 'Rejeição: Evento de "Ciência da Operação" para NF-e Cancelada ou Denegada',
  "651": 'Rejeição: Evento de "Desconhecimento da Operação" para NF-e Cancelada ou Denegada',
  "653": "Rejeição: NF-e Cancelada, arquivo indisponível para download",
  "655": "Rejeição: Evento de Ciência da Operação informado após a manifestação final do destinatário",
  "656": "Rejeição: Consumo Indevido",
  "657": "Rejeição: Código do Órgão diverge do órgão autorizador",
  "678": "Rejeição: Uso Indevido",
} as const;

export type CStat = keyof typeof MOTIVOS;

/** The name of a document of a family in these texts; null: the texts are about it as they are. */
const NAMES: Readonly<Record<Family, string | null>> = { nfe: null, cte: "CT-e", mdfe: "MDF-e" };

/** The xMotivo in the terms of a model. */
export function motivoOf(cStat: CStat, modelo: string): string {
  const family = familyOfModelo(modelo);
  const nome = family && NAMES[family];
  if (!nome) return MOTIVOS[cStat];
  return MOTIVOS[cStat]
    .replace("uso da NF-e", `uso do ${nome}`)
    .replace(/\b([Dd])a NF-e/g, `$1o ${nome}`)
    .replace("uma NF-e autorizada", `um ${nome} autorizado`)
    .replace("diferente de 55 e 65", `diferente de ${modelosOf(family).join(" e ")}`)
    .replace("diferente de 55", `diferente de ${modelo}`)
    .replaceAll("NF-e", nome);
}

function modelosOf(family: Family): string[] {
  return tiposWith("family", family).map((tipo) => MODELOS[tipo].modelo);
}
