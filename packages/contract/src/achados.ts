/** Words for one finding of the judge: a short title and one sentence a fiscal analyst understands. */
export type AchadoPalavras = { readonly titulo: string; readonly texto: string };

/**
 * Every finding by its code. The server holds this list against the judge's own, so that a new finding without its
 * words does not build.
 */
export const ACHADOS = {
  // a assinatura não vale
  "sem-assinatura": {
    titulo: "Sem assinatura",
    texto: "O XML não traz a assinatura do emitente e não tem valor fiscal. Peça o XML autorizado.",
  },
  "assinatura-malformada": {
    titulo: "Assinatura fora do padrão",
    texto: "A assinatura não tem a forma que o leiaute exige e não pode ser conferida.",
  },
  "algoritmo-nao-aceito": {
    titulo: "Algoritmo não aceito",
    texto: "A assinatura usa um algoritmo que a SEFAZ não aceita.",
  },
  "referencia-divergente": {
    titulo: "A assinatura é de outra parte",
    texto: "A assinatura aponta para outro trecho do arquivo, e não para o documento apresentado.",
  },
  "digest-divergente": {
    titulo: "Conteúdo alterado",
    texto: "O conteúdo não é o que o emitente assinou: algo mudou depois da assinatura.",
  },
  "assinatura-divergente": {
    titulo: "Assinatura não confere",
    texto: "A assinatura não foi feita com a chave do certificado que a acompanha.",
  },
  "certificado-ilegivel": {
    titulo: "Certificado ilegível",
    texto: "O certificado que acompanha a assinatura não pôde ser lido.",
  },
  "id-repetido": {
    titulo: "Identificador repetido",
    texto: "Dois trechos do arquivo usam o mesmo identificador: não se sabe qual deles foi assinado.",
  },
  "nao-julgado": {
    titulo: "Não conferido",
    texto: "Este tipo de documento ainda não tem a assinatura conferida.",
  },
  // vale, mas algo em volta não combina
  "estrutura-inesperada": {
    titulo: "Conteúdo estranho ao documento",
    texto: "O arquivo traz elementos que não fazem parte do leiaute deste documento.",
  },
  "sem-namespace": {
    titulo: "Fora do leiaute nacional",
    texto: "O documento não se declara do leiaute nacional (namespace do Portal Fiscal).",
  },
  "comentario-no-assinado": {
    titulo: "Comentário dentro do documento",
    texto:
      "Há comentários dentro do conteúdo assinado, que podem esconder valores. O leiaute não os permite.",
  },
  "instrucao-no-assinado": {
    titulo: "Instrução dentro do documento",
    texto: "Há instruções de processamento dentro do conteúdo assinado. O leiaute não as permite.",
  },
  "chave-invalida": {
    titulo: "Chave de acesso inválida",
    texto: "O dígito verificador da chave de acesso não confere.",
  },
  "chave-divergente": {
    titulo: "Chave não combina com o conteúdo",
    texto: "A chave de acesso diz uma coisa e os campos do documento dizem outra.",
  },
  "id-divergente": {
    titulo: "Identificador não combina",
    texto: "O identificador do documento não corresponde aos seus próprios campos.",
  },
  "certificado-de-outro-documento": {
    titulo: "Assinado por outra empresa",
    texto: "O certificado é de um CNPJ ou CPF que não é o do emitente.",
  },
  "certificado-sem-documento": {
    titulo: "Certificado sem CNPJ nem CPF",
    texto: "O certificado não diz de quem é: não traz CNPJ nem CPF.",
  },
  "certificado-fora-da-validade": {
    titulo: "Certificado fora da validade",
    texto: "O certificado não estava válido quando o documento foi assinado.",
  },
  "cadeia-desconhecida": {
    titulo: "Certificado de origem desconhecida",
    texto: "O certificado não foi emitido por uma autoridade da ICP-Brasil que o Malote conheça.",
  },
  "rsa-fraca": {
    titulo: "Chave fraca",
    texto: "A chave do certificado é curta demais para ser confiável.",
  },
  "autor-nao-emitente": {
    titulo: "Autor não é o emitente",
    texto: "Só o emitente do documento pode registrar este evento, e quem assina é outro.",
  },
  "protocolo-de-outra-chave": {
    titulo: "Protocolo de outro documento",
    texto: "O protocolo da SEFAZ que acompanha o arquivo é de outra chave de acesso.",
  },
  "protocolo-digest-divergente": {
    titulo: "Protocolo de outro conteúdo",
    texto: "O protocolo da SEFAZ foi dado a um conteúdo diferente deste.",
  },
  "protocolo-de-outro-ambiente": {
    titulo: "Protocolo de outro ambiente",
    texto: "O protocolo e o documento são de ambientes diferentes: um de produção, outro de homologação.",
  },
  "sefaz-digest-divergente": {
    titulo: "A SEFAZ autorizou outro conteúdo",
    texto: "A SEFAZ respondeu que o conteúdo autorizado com esta chave não é o deste arquivo.",
  },
  // bom saber
  "codificacao-reparada": {
    titulo: "Codificação reparada",
    texto: "Os acentos vieram em outra codificação e foram lidos como deviam; o original está guardado.",
  },
  "bordas-reparadas": {
    titulo: "Sobras retiradas",
    texto: "Havia sobras antes ou depois do XML; elas foram ignoradas e o original está guardado.",
  },
  "cdata-no-assinado": {
    titulo: "Texto em bloco CDATA",
    texto: "O conteúdo assinado usa blocos CDATA, incomuns mas permitidos.",
  },
  "cadeia-nao-verificada": {
    titulo: "Origem do certificado não verificada",
    texto:
      "Faltam os certificados da ICP-Brasil nesta instalação, e a origem do certificado não pôde ser conferida.",
  },
  "certificado-de-provedor": {
    titulo: "Assinado por provedor autorizado",
    texto: "Quem assina é um provedor ou a própria SEFAZ em nome do emitente, como a lei permite.",
  },
  "chave-de-emissao-avulsa": {
    titulo: "Emissão avulsa",
    texto: "O documento foi emitido pela Secretaria da Fazenda para o emitente (série avulsa).",
  },
  "sem-protocolo": {
    titulo: "Sem protocolo da SEFAZ",
    texto: "O arquivo veio sem o protocolo de autorização. A consulta à SEFAZ dirá se vale.",
  },
  "protocolo-invalido": {
    titulo: "Protocolo inválido",
    texto: "O protocolo que acompanha o arquivo tem campos inválidos. A consulta à SEFAZ dirá se vale.",
  },
  "protocolo-anterior-a-emissao": {
    titulo: "Protocolo anterior à emissão",
    texto: "A data do protocolo vem antes da data de emissão do documento.",
  },
  "nao-autorizada": {
    titulo: "Não autorizada",
    texto: "O protocolo que acompanha o arquivo não é de autorização.",
  },
  "ambiente-homologacao": {
    titulo: "Emitida em homologação",
    texto: "O documento é do ambiente de testes da SEFAZ e não tem valor fiscal.",
  },
  "evento-nao-registrado": {
    titulo: "Evento não registrado",
    texto: "O evento não traz o registro da SEFAZ.",
  },
} as const satisfies Record<string, AchadoPalavras>;
