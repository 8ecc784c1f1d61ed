/**
 * Response texts, SEFAZ's own where it has them, because programs match them.
 * @source MOC, Anexo I, tabela de códigos de erro; NT 2014.002
 */
export const RESPONSE_TEXTS = {
  "108": "Serviço Paralisado Momentaneamente (curto prazo)",
  "137": "Nenhum documento localizado",
  "138": "Documento(s) localizado(s)",
  "215": "Rejeição: Falha no schema XML",
  "236": "Rejeição: Chave de Acesso com dígito verificador inválido",
  "239": "Rejeição: Cabeçalho - Versão do arquivo XML não suportada",
  "243": "Rejeição: XML Mal Formado",
  "252": "Rejeição: Ambiente informado diverge do Ambiente de recebimento",
  "280": "Rejeição: Certificado Transmissor inválido",
  "281": "Rejeição: Certificado Transmissor Data Validade",
  "282": "Rejeição: Certificado Transmissor sem CNPJ",
  "285": "Rejeição: Certificado Transmissor difere ICP-Brasil",
  "402": "Rejeição: XML da área de dados com codificação diferente de UTF-8",
  "404": "Rejeição: Uso de prefixo de namespace não permitido",
  "472": "Rejeição: CPF consultado difere do CPF do Certificado Digital",
  "489": "Rejeição: CNPJ informado inválido (DV ou zeros)",
  "490": "Rejeição: CPF informado inválido (DV ou zeros)",
  "589": "Rejeição: Número do NSU informado superior ao maior NSU da base de dados do Ambiente Nacional",
  "593": "Rejeição: CNPJ-Base consultado difere do CNPJ-Base do Certificado Digital",
  "614": "Rejeição: Chave de Acesso inválida (Código UF inválido)",
  "616": "Rejeição: Chave de Acesso inválida (Mês menor que 1 ou Mês maior que 12)",
  "618": "Rejeição: Chave de Acesso inválida (modelo diferente de 55 e 65)",
  "619": "Rejeição: Chave de Acesso inválida (número NF = 0)",
  "999": "Rejeição: Erro não catalogado",
} as const;

export type CStat = keyof typeof RESPONSE_TEXTS;
