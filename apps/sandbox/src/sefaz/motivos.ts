/** The State's words for the codes that the simulator answers.   @source MOC, Anexo I, tabela de códigos de erro */
export const MOTIVOS = {
  "100": "Autorizado o uso da NF-e",
  "101": "Cancelamento de NF-e homologado",
  "107": "Serviço em Operação",
  "108": "Serviço Paralisado Momentaneamente (curto prazo)",
  "215": "Rejeição: Falha no schema XML",
  "217": "Rejeição: NF-e não consta na base de dados da SEFAZ",
  "226": "Rejeição: Código da UF do Emitente diverge da UF autorizadora",
  "236": "Rejeição: Chave de Acesso com dígito verificador inválido",
  "282": "Rejeição: Certificado Transmissor sem CNPJ",
  "289": "Rejeição: Código da UF informada diverge da UF solicitada",
  "404": "Rejeição: Uso de prefixo de namespace não permitido",
  "450": "Rejeição: Modelo da NF-e diferente de 55",
  "526": "Rejeição: Ano-Mes da Chave de Acesso com atraso superior a 6 meses em relacao ao Ano-Mes atual",
  "588":
    "Rejeição: Não é permitida a presença de caracteres de edição no início/fim da mensagem ou entre as tags da mensagem",
  "614": "Rejeição: Chave de Acesso inválida (Código UF inválido)",
  "615": "Rejeição: Chave de Acesso inválida (Ano menor que 06 ou Ano maior que Ano corrente)",
  "616": "Rejeição: Chave de Acesso inválida (Mês menor que 1 ou Mês maior que 12)",
  "617": "Rejeição: Chave de Acesso inválida (CNPJ zerado ou dígito inválido)",
  "618": "Rejeição: Chave de Acesso inválida (modelo diferente de 55 e 65)",
  "619": "Rejeição: Chave de Acesso inválida (número NF = 0)",
  "656": "Rejeição: Consumo Indevido",
} as const;

export type CStat = keyof typeof MOTIVOS;
