import type { Achado, EstadoAssinatura, Gravidade, Veredito } from "./veredito.ts";

/** One kind of finding: how grave it is, the verdict that it forces (null: none), what it makes of the signature's state
 * (null: nothing), and its words. */
export type AchadoLinha = {
  gravidade: Gravidade;
  veredito: Veredito | null;
  estado: EstadoAssinatura | null;
  titulo: string;
  mensagem: string;
};

/** Every finding that a judgement can carry, and what it does to the verdict: the one table behind vereditoOf and
 * docs/vereditos.md. `sefaz-digest-divergente` is said when SEFAZ answers, not when a document is judged. */
export const ACHADOS = {
  // a assinatura não pode ser conferida: nunca vale, seja qual for o resto
  "xml-com-dtd": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: "erro",
    titulo: "Definições proibidas no XML",
    mensagem: "O arquivo traz uma DTD, que permite trocar o conteúdo depois de assinado. Não foi aberto.",
  },
  "xml-de-outra-versao": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: "erro",
    titulo: "XML de outra versão",
    mensagem: "O arquivo se declara de uma versão do XML diferente da 1.0. Não foi aberto.",
  },
  "xml-herdado": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: "erro",
    titulo: "Atributos especiais em volta do documento",
    mensagem:
      "Há atributos xml: fora do trecho assinado que mudariam o que a assinatura cobre. O leiaute não os usa.",
  },
  "comentario-no-assinado": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: "erro",
    titulo: "Comentário dentro do documento",
    mensagem:
      "Há comentários dentro do conteúdo assinado, que podem esconder valores. O leiaute não os permite.",
  },
  "instrucao-no-assinado": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: "erro",
    titulo: "Instrução dentro do documento",
    mensagem: "Há instruções de processamento dentro do conteúdo assinado. O leiaute não as permite.",
  },
  "assinatura-repetida": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: "erro",
    titulo: "Mais de uma assinatura",
    mensagem: "O documento traz duas assinaturas, e não se sabe qual delas vale.",
  },
  "id-repetido": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: "erro",
    titulo: "Identificador repetido",
    mensagem: "Dois trechos do arquivo usam o mesmo identificador: não se sabe qual deles foi assinado.",
  },
  "assinado-aninhado": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: "erro",
    titulo: "Documento dentro de documento",
    mensagem: "Há outro trecho assinável dentro do conteúdo assinado: um pode se passar pelo outro.",
  },
  "codificacao-reparada": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: "erro",
    titulo: "Codificação adivinhada",
    mensagem:
      "O arquivo não está na codificação que declara. Os acentos foram lidos como deviam, mas assim a assinatura não pode ser conferida.",
  },
  // não pôde ser lido
  "leitura-impossivel": {
    gravidade: "grave",
    veredito: "ilegivel",
    estado: null,
    titulo: "Não pôde ser lido",
    mensagem: "O arquivo está danificado, incompleto ou fora do leiaute do seu modelo. Peça o reenvio.",
  },
  // a assinatura não vale
  "sem-assinatura": {
    gravidade: "grave",
    veredito: "assinatura-invalida",
    estado: "ausente",
    titulo: "Sem assinatura",
    mensagem: "O XML não traz a assinatura do emitente e não tem valor fiscal. Peça o XML autorizado.",
  },
  "assinatura-malformada": {
    gravidade: "grave",
    veredito: "assinatura-invalida",
    estado: "erro",
    titulo: "Assinatura fora do padrão",
    mensagem: "A assinatura não tem a forma que o leiaute exige e não pode ser conferida.",
  },
  "algoritmo-nao-aceito": {
    gravidade: "grave",
    veredito: "assinatura-invalida",
    estado: "erro",
    titulo: "Algoritmo não aceito",
    mensagem: "A assinatura usa um algoritmo que a SEFAZ não aceita.",
  },
  "certificado-ilegivel": {
    gravidade: "grave",
    veredito: "assinatura-invalida",
    estado: "erro",
    titulo: "Certificado ilegível",
    mensagem: "O certificado que acompanha a assinatura não pôde ser lido.",
  },
  "referencia-divergente": {
    gravidade: "grave",
    veredito: "assinatura-invalida",
    estado: "invalida",
    titulo: "A assinatura é de outra parte",
    mensagem: "A assinatura aponta para outro trecho do arquivo, e não para o documento apresentado.",
  },
  "digest-divergente": {
    gravidade: "grave",
    veredito: "assinatura-invalida",
    estado: "invalida",
    titulo: "Conteúdo alterado",
    mensagem: "O conteúdo não é o que o emitente assinou: algo mudou depois da assinatura.",
  },
  "assinatura-divergente": {
    gravidade: "grave",
    veredito: "assinatura-invalida",
    estado: "invalida",
    titulo: "Assinatura não confere",
    mensagem: "A assinatura não foi feita com a chave do certificado que a acompanha.",
  },
  // vale, mas algo não combina
  "estrutura-inesperada": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Conteúdo estranho ao documento",
    mensagem: "O arquivo traz elementos que não fazem parte do leiaute deste documento.",
  },
  "sem-namespace": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Fora do leiaute nacional",
    mensagem: "O documento não se declara do leiaute nacional (namespace do Portal Fiscal).",
  },
  "chave-invalida": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Chave de acesso inválida",
    mensagem: "O dígito verificador da chave de acesso não confere.",
  },
  "chave-divergente": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Chave não combina com o conteúdo",
    mensagem: "A chave de acesso diz uma coisa e os campos do documento dizem outra.",
  },
  "id-divergente": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Identificador não combina",
    mensagem: "O identificador do documento não corresponde aos seus próprios campos.",
  },
  "certificado-de-outro-documento": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Assinado por outra empresa",
    mensagem: "O certificado é de um CNPJ ou CPF que não é o do emitente.",
  },
  "certificado-sem-documento": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Certificado sem CNPJ nem CPF",
    mensagem: "O certificado não diz de quem é: não traz CNPJ nem CPF.",
  },
  "certificado-fora-da-validade": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Certificado fora da validade",
    mensagem: "O certificado não estava válido quando o documento foi assinado.",
  },
  "cadeia-desconhecida": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Certificado de origem desconhecida",
    mensagem: "O certificado não foi emitido por uma autoridade da ICP-Brasil que o Malote conheça.",
  },
  "rsa-fraca": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Chave fraca",
    mensagem: "A chave do certificado é curta demais para ser confiável.",
  },
  "autor-nao-emitente": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Autor não é o emitente",
    mensagem: "Só o emitente do documento pode registrar este evento, e quem assina é outro.",
  },
  "protocolo-de-outra-chave": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Protocolo de outro documento",
    mensagem: "O protocolo da SEFAZ que acompanha o arquivo é de outra chave de acesso.",
  },
  "protocolo-digest-divergente": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Protocolo de outro conteúdo",
    mensagem: "O protocolo da SEFAZ foi dado a um conteúdo diferente deste.",
  },
  "protocolo-de-outro-ambiente": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "Protocolo de outro ambiente",
    mensagem: "O protocolo e o documento são de ambientes diferentes: um de produção, outro de homologação.",
  },
  "sefaz-digest-divergente": {
    gravidade: "grave",
    veredito: "suspeita",
    estado: null,
    titulo: "A SEFAZ autorizou outro conteúdo",
    mensagem: "A SEFAZ respondeu que o conteúdo autorizado com esta chave não é o deste arquivo.",
  },
  // ninguém mostra que a SEFAZ autorizou
  "nao-autorizada": {
    gravidade: "aviso",
    veredito: "nao-autorizada",
    estado: null,
    titulo: "Não autorizada",
    mensagem: "O protocolo que acompanha o arquivo não é de autorização.",
  },
  "ambiente-homologacao": {
    gravidade: "aviso",
    veredito: "nao-autorizada",
    estado: null,
    titulo: "Emitida em homologação",
    mensagem: "O documento é do ambiente de testes da SEFAZ e não tem valor fiscal.",
  },
  "evento-nao-registrado": {
    gravidade: "aviso",
    veredito: "nao-autorizada",
    estado: null,
    titulo: "Evento não registrado",
    mensagem: "O evento não traz o registro da SEFAZ.",
  },
  "sem-protocolo": {
    gravidade: "aviso",
    veredito: "sem-protocolo",
    estado: null,
    titulo: "Sem protocolo da SEFAZ",
    mensagem: "O arquivo veio sem o protocolo de autorização. A consulta à SEFAZ dirá se vale.",
  },
  "protocolo-invalido": {
    gravidade: "aviso",
    veredito: "sem-protocolo",
    estado: null,
    titulo: "Protocolo inválido",
    mensagem: "O protocolo que acompanha o arquivo tem campos inválidos. A consulta à SEFAZ dirá se vale.",
  },
  // a origem não foi conferida até o fim
  "cadeia-nao-verificada": {
    gravidade: "informacao",
    veredito: "integra",
    estado: null,
    titulo: "Origem do certificado não verificada",
    mensagem:
      "Faltam os certificados da ICP-Brasil nesta instalação, e a origem do certificado não pôde ser conferida.",
  },
  "certificado-de-provedor": {
    gravidade: "informacao",
    veredito: "integra",
    estado: null,
    titulo: "Assinado por provedor autorizado",
    mensagem: "Quem assina é um provedor ou a própria SEFAZ em nome do emitente, como a lei permite.",
  },
  // bom saber
  reparada: {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Reparada e comprovada",
    mensagem:
      "O e-mail estragou o arquivo. O Malote desfez o estrago, e a assinatura do emitente comprova que o resultado é o original.",
  },
  "bordas-reparadas": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Sobras retiradas",
    mensagem: "Havia sobras antes ou depois do XML; elas foram ignoradas e o original está guardado.",
  },
  "sobras-em-volta": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Elementos a mais em volta",
    mensagem: "O arquivo traz, fora do documento assinado, elementos que o leiaute não prevê.",
  },
  "cdata-no-assinado": {
    gravidade: "informacao",
    veredito: null,
    estado: null,
    titulo: "Texto em bloco CDATA",
    mensagem: "O conteúdo assinado usa blocos CDATA, incomuns mas permitidos.",
  },
  "chave-de-emissao-avulsa": {
    gravidade: "informacao",
    veredito: null,
    estado: null,
    titulo: "Emissão avulsa",
    mensagem: "O documento foi emitido pela Secretaria da Fazenda para o emitente (série avulsa).",
  },
  "protocolo-anterior-a-emissao": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Protocolo anterior à emissão",
    mensagem: "A data do protocolo vem antes da data de emissão do documento.",
  },
  // a forma, que a SEFAZ confere melhor do que nós
  "estrutura-ausente": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Campo obrigatório ausente",
    mensagem: "O leiaute exige um campo que o documento não traz.",
  },
  "estrutura-formato": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Campo fora do formato",
    mensagem: "Um campo não tem o formato que o leiaute pede.",
  },
  "estrutura-tamanho": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Campo de tamanho inválido",
    mensagem: "Um campo é mais curto ou mais longo do que o leiaute permite.",
  },
  "estrutura-repetida": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Campo repetido",
    mensagem: "Um campo aparece mais vezes do que o leiaute permite.",
  },
  "estrutura-ordem": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Campos fora de ordem",
    mensagem: "Os campos não estão na ordem do leiaute.",
  },
  "soma-divergente": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Total que não fecha",
    mensagem: "Um total do documento não é a soma das suas partes.",
  },
  "esquema-divergente": {
    gravidade: "aviso",
    veredito: null,
    estado: null,
    titulo: "Fora do esquema oficial",
    mensagem: "O documento não segue o esquema (XSD) instalado pelo operador.",
  },
} as const satisfies Record<string, AchadoLinha>;
export type AchadoCodigo = keyof typeof ACHADOS;

/** One finding with its words.   @param onde where in the document, and the fields, codes or values in question */
export function makeAchado(codigo: AchadoCodigo, onde: Pick<Achado, "caminho" | "detalhe"> = {}): Achado {
  const { gravidade, mensagem } = ACHADOS[codigo];
  return { codigo, gravidade, mensagem, ...onde };
}
