import type { Severity, SignatureStatus, Veredito } from "./veredito.ts";

/** One finding. `caminho` is its place (infNFe/det[2]/prod/NCM);
 * `detalhe` names fields, codes or values, never a sentence. */
export type Achado = {
  codigo: AchadoCode;
  gravidade: Severity;
  mensagem: string;
  caminho?: string;
  detalhe?: string;
};

/** One kind of finding. `veredito` is the verdict it forces,
 * `estado` the signature state it sets; null for neither. */
export type AchadoRule = {
  gravidade: Severity;
  veredito: Veredito | null;
  estado: SignatureStatus | null;
  titulo: string;
  mensagem: string;
};

const rule =
  (weight: Pick<AchadoRule, "gravidade" | "veredito" | "estado">) =>
  (titulo: string, mensagem: string): AchadoRule => ({ ...weight, titulo, mensagem });

const unverified = rule({ gravidade: "grave", veredito: "suspeita", estado: "erro" });
const malformed = rule({ gravidade: "grave", veredito: "ilegivel", estado: "erro" });
const unreadable = rule({ gravidade: "grave", veredito: "ilegivel", estado: null });
const withoutSignature = rule({ gravidade: "grave", veredito: "assinatura-invalida", estado: "ausente" });
const unverifiable = rule({ gravidade: "grave", veredito: "assinatura-invalida", estado: "erro" });
const invalid = rule({ gravidade: "grave", veredito: "assinatura-invalida", estado: "invalida" });
const suspeita = rule({ gravidade: "grave", veredito: "suspeita", estado: null });
const notAuthorized = rule({ gravidade: "aviso", veredito: "nao-autorizada", estado: null });
const semProtocolo = rule({ gravidade: "aviso", veredito: "sem-protocolo", estado: null });
const integra = rule({ gravidade: "informacao", veredito: "integra", estado: null });
const notice = rule({ gravidade: "aviso", veredito: null, estado: null });
const informacao = rule({ gravidade: "informacao", veredito: null, estado: null });

/** Every finding and its effect on the verdict: the source of vereditoOf and docs/vereditos.md.
 * The answer of SEFAZ adds `sefaz-digest-divergente`, and the comparison of sources `*-dados-divergentes`;
 * the judgement of a document never does. */
export const ACHADOS = {
  // The signature cannot be verified: the document is never valid, whatever else it holds.
  "xml-com-dtd": unverified(
    "Definições proibidas no XML",
    "O arquivo traz uma DTD, que permite trocar o conteúdo depois de assinado. Não foi aberto.",
  ),
  "xml-de-outra-versao": unverified(
    "XML de outra versão",
    "O arquivo declara uma versão de XML diferente da 1.0. Não foi aberto.",
  ),
  "xml-herdado": unverified(
    "Atributos especiais em volta do documento",
    "Há atributos xml: fora do trecho assinado que mudariam o que a assinatura cobre. O leiaute não os usa.",
  ),
  "comentario-no-assinado": unverified(
    "Comentário dentro do documento",
    "Há comentários dentro do conteúdo assinado, que podem esconder valores. O leiaute não os permite.",
  ),
  "instrucao-no-assinado": unverified(
    "Instrução dentro do documento",
    "Há instruções de processamento dentro do conteúdo assinado. O leiaute não as permite.",
  ),
  "assinatura-repetida": unverified(
    "Mais de uma assinatura",
    "O documento traz duas assinaturas, e não se sabe qual delas vale.",
  ),
  "id-repetido": unverified(
    "Identificador repetido",
    "Dois trechos do arquivo usam o mesmo identificador: não se sabe qual deles foi assinado.",
  ),
  "assinado-aninhado": unverified(
    "Mais de um trecho assinável",
    "Há outro trecho assinável dentro do conteúdo assinado ou ao lado dele: um pode se passar pelo outro.",
  ),
  "codificacao-reparada": unverified(
    "Codificação presumida",
    "O arquivo não está na codificação que declara. Os acentos foram lidos como deviam, mas assim a assinatura não pode ser conferida.",
  ),
  "rsa-fraca": unverified(
    "Chave fraca",
    "A chave do certificado é fraca demais: qualquer um poderia forjar a assinatura.",
  ),
  // The file cannot be read.
  "leitura-impossivel": malformed(
    "Não pôde ser lido",
    "O arquivo está danificado ou incompleto, ou passa dos limites de um documento fiscal. Peça o reenvio.",
  ),
  "fora-do-leiaute": unreadable(
    "Fora do leiaute",
    "Faltam ao documento campos que o leiaute do seu modelo exige, ou eles não puderam ser lidos. Peça o reenvio.",
  ),
  // The signature is not valid.
  "sem-assinatura": withoutSignature(
    "Sem assinatura",
    "O XML não traz a assinatura do emitente e não tem valor fiscal. Peça o XML autorizado.",
  ),
  "so-registro": withoutSignature(
    "Só a resposta da SEFAZ ao evento",
    "O arquivo traz só a resposta da SEFAZ, que qualquer um pode escrever, sem o evento assinado pelo autor. A consulta à SEFAZ dirá se vale.",
  ),
  "assinatura-malformada": unverifiable(
    "Assinatura fora do padrão",
    "A assinatura não tem a forma que o leiaute exige e não pode ser conferida.",
  ),
  "algoritmo-nao-aceito": unverifiable(
    "Algoritmo não aceito",
    "A assinatura usa um algoritmo que a SEFAZ não aceita.",
  ),
  "certificado-ilegivel": unverifiable(
    "Certificado ilegível",
    "O certificado que acompanha a assinatura não pôde ser lido.",
  ),
  "referencia-divergente": invalid(
    "A assinatura é de outra parte",
    "A assinatura aponta para outro trecho do arquivo, e não para o documento apresentado.",
  ),
  "digest-divergente": invalid(
    "Conteúdo alterado",
    "O conteúdo não é o que o emitente assinou: algo mudou depois da assinatura.",
  ),
  "assinatura-divergente": invalid(
    "Assinatura não confere",
    "A assinatura não foi feita com a chave do certificado que a acompanha.",
  ),
  // The signature is valid, but the contents contradict each other.
  "estrutura-inesperada": suspeita(
    "Conteúdo estranho ao documento",
    "O arquivo traz elementos que não fazem parte do leiaute deste documento.",
  ),
  "sem-namespace": suspeita(
    "Fora do leiaute nacional",
    "O documento não declara o namespace do leiaute nacional (Portal Fiscal).",
  ),
  "chave-invalida": suspeita(
    "Chave de acesso inválida",
    "O dígito verificador da chave de acesso não confere.",
  ),
  "chave-divergente": suspeita(
    "Chave não combina com o conteúdo",
    "A chave de acesso não corresponde aos campos do documento.",
  ),
  "id-divergente": suspeita(
    "Identificador não combina",
    "O identificador do documento não corresponde aos seus próprios campos.",
  ),
  "certificado-de-outro-documento": suspeita(
    "Assinado por outra empresa",
    "O certificado é de um CNPJ ou CPF que não é o do emitente.",
  ),
  "certificado-sem-documento": suspeita(
    "Certificado sem CNPJ nem CPF",
    "O certificado não identifica o titular: não traz CNPJ nem CPF.",
  ),
  "certificado-fora-da-validade": suspeita(
    "Certificado fora da validade",
    "O certificado não estava válido quando o documento foi assinado.",
  ),
  "certificado-improprio": suspeita(
    "Certificado que não assina documentos",
    "O certificado é de uma autoridade certificadora, ou não foi emitido para assinar.",
  ),
  "provedor-desconhecido": suspeita(
    "Assinado por provedor desconhecido",
    "Quem assina se diz provedor autorizado do emitente, e só o próprio arquivo o afirma. Confirme o documento na SEFAZ, ou inclua o provedor entre os de confiança.",
  ),
  "emitente-invalido": suspeita(
    "Emitente inválido",
    "O CNPJ ou CPF do emitente é inválido: o dígito verificador não confere, ou o documento traz os dois.",
  ),
  "cadeia-desconhecida": suspeita(
    "Certificado de origem desconhecida",
    "O certificado não foi emitido por uma autoridade da ICP-Brasil que o Malote conheça.",
  ),
  "autor-nao-emitente": suspeita(
    "Autor não é o emitente",
    "Só o emitente do documento pode registrar este evento, e quem assina é outro.",
  ),
  "protocolo-de-outra-chave": suspeita(
    "Protocolo de outro documento",
    "O protocolo da SEFAZ que acompanha o arquivo é de outra chave de acesso.",
  ),
  "protocolo-digest-divergente": suspeita(
    "Protocolo de outro conteúdo",
    "O protocolo da SEFAZ foi dado a um conteúdo diferente deste.",
  ),
  "protocolo-de-outro-ambiente": suspeita(
    "Protocolo de outro ambiente",
    "O protocolo e o documento são de ambientes diferentes: um de produção, outro de homologação.",
  ),
  "sefaz-digest-divergente": suspeita(
    "A SEFAZ autorizou outro conteúdo",
    "A SEFAZ respondeu que o conteúdo autorizado com esta chave não é o deste arquivo.",
  ),
  // No proof of authorization by SEFAZ.
  "nao-autorizada": notAuthorized(
    "Não autorizada",
    "O protocolo que acompanha o arquivo não é de autorização.",
  ),
  "ambiente-homologacao": notAuthorized(
    "Emitida em homologação",
    "O documento é do ambiente de testes da SEFAZ e não tem valor fiscal.",
  ),
  "evento-nao-registrado": notAuthorized("Evento não registrado", "O evento não traz o registro da SEFAZ."),
  "sem-protocolo": semProtocolo(
    "Sem protocolo da SEFAZ",
    "O arquivo veio sem o protocolo de autorização. A consulta à SEFAZ dirá se vale.",
  ),
  "protocolo-invalido": semProtocolo(
    "Protocolo inválido",
    "O protocolo que acompanha o arquivo tem campos inválidos ou ausentes. A consulta à SEFAZ dirá se vale.",
  ),
  "conteudo-nao-conferido": semProtocolo(
    "Só a assinatura foi conferida",
    "O Malote não lê documentos deste modelo: conferiu só a assinatura e a origem do certificado, não quem devia assinar, nem o conteúdo, nem o protocolo.",
  ),
  // The origin of the certificate is not fully verified.
  "cadeia-nao-verificada": integra(
    "Origem do certificado não verificada",
    "Faltam os certificados da ICP-Brasil nesta instalação: a origem do certificado não pôde ser conferida, e quem assinou não foi provado.",
  ),
  "certificado-de-provedor": integra(
    "Assinado por provedor autorizado",
    "Quem assina, em nome do emitente, é a SEFAZ ou um provedor em que esta instalação confia.",
  ),
  "autor-nao-conferido": integra(
    "Autor não conferido",
    "O evento não é do emitente, e o arquivo não mostra que o seu autor podia registrá-lo (destinatário, tomador ou autoridade).",
  ),
  // Findings that leave the verdict as it is.
  reparada: notice(
    "Reparada e comprovada",
    "O e-mail danificou o arquivo. O Malote desfez o dano, e a assinatura do emitente comprova que o resultado é o original.",
  ),
  "reparo-nao-tentado": informacao(
    "Reparo não tentado",
    "Outros arquivos que vieram junto tinham o mesmo dano, e nenhum reparo funcionou; neste não foi tentado.",
  ),
  "bordas-reparadas": notice(
    "Sobras retiradas",
    "Havia sobras antes ou depois do XML; elas foram ignoradas e o original está guardado.",
  ),
  "sobras-em-volta": notice(
    "Elementos a mais em volta",
    "O arquivo traz, fora do documento assinado, elementos que o leiaute não prevê.",
  ),
  "cancelamento-no-arquivo": notice(
    "Cancelamento no próprio arquivo",
    "O arquivo traz, junto do documento, o cancelamento dele. O evento foi separado e conferido à parte.",
  ),
  "evento-no-arquivo": informacao(
    "Evento no próprio arquivo",
    "O arquivo traz, junto do documento, um evento dele. O evento foi separado e conferido à parte.",
  ),
  "cdata-no-assinado": informacao(
    "Texto em bloco CDATA",
    "O conteúdo assinado usa blocos CDATA, incomuns mas permitidos.",
  ),
  "chave-de-emissao-avulsa": informacao(
    "Emissão avulsa",
    "O documento foi emitido pela Secretaria da Fazenda para o emitente (série avulsa).",
  ),
  "certificado-posterior": notice(
    "Certificado mais novo que a emissão",
    "O certificado só passou a valer depois da data de emissão. Foi conferido na data do protocolo ou, sem protocolo, no início da sua validade.",
  ),
  "protocolo-anterior-a-emissao": notice(
    "Protocolo anterior à emissão",
    "A data do protocolo vem antes da data de emissão do documento.",
  ),
  "protocolo-fora-de-prazo": notice(
    "Data do protocolo fora do prazo",
    "A data do protocolo está longe demais da data que o autor assinou, e não foi levada em conta.",
  ),
  "autor-nao-destinatario": notice(
    "Manifestação do próprio emitente",
    "Só o destinatário se manifesta sobre um documento, e quem assina este evento é o emitente.",
  ),
  "autor-nao-tomador": notice(
    "Desacordo do próprio emitente",
    "Só o tomador do serviço declara desacordo com um CT-e, e quem assina este evento é o emitente.",
  ),
  "qr-divergente": notice(
    "QR Code de outro endereço ou de outro documento",
    "O QR Code fica fora da assinatura, e o deste arquivo leva a um endereço que não é da SEFAZ ou cita outra chave. Não será mostrado nem impresso: consulte pela chave de acesso.",
  ),
  "url-chave-divergente": notice(
    "Endereço de consulta que não é da SEFAZ",
    "O endereço de consulta fica fora da assinatura, e o deste arquivo não é da SEFAZ. Não será mostrado nem impresso.",
  ),
  "qr-desconhecido": informacao(
    "Endereço de consulta não conferido",
    "O endereço do QR Code ou da consulta é do governo, mas não é dos que o Malote conhece para esta UF e este modelo. Não será impresso: consulte pela chave de acesso.",
  ),
  // What other sources say about the same document.
  "sefaz-dados-divergentes": notice(
    "A SEFAZ informa outros dados",
    "O que a SEFAZ informou sobre esta chave não é o que o arquivo diz.",
  ),
  "email-dados-divergentes": notice(
    "O e-mail informa outros dados",
    "O texto do e-mail que trouxe o arquivo não diz o mesmo que ele.",
  ),
  // Layout checks, which SEFAZ performs more thoroughly.
  "estrutura-ausente": notice(
    "Campo obrigatório ausente",
    "O leiaute exige um campo que o documento não traz.",
  ),
  "estrutura-formato": notice("Campo fora do formato", "Um campo não tem o formato que o leiaute pede."),
  "estrutura-tamanho": notice(
    "Campo de tamanho inválido",
    "Um campo é mais curto ou mais longo do que o leiaute permite.",
  ),
  "estrutura-repetida": notice("Campo repetido", "Um campo aparece mais vezes do que o leiaute permite."),
  "estrutura-ordem": notice("Campos fora de ordem", "Os campos não estão na ordem do leiaute."),
  "soma-divergente": notice("Total que não fecha", "Um total do documento não é a soma das suas partes."),
  "esquema-divergente": notice(
    "Fora do esquema oficial",
    "O documento não segue o esquema (XSD) instalado pelo operador.",
  ),
} satisfies Record<string, AchadoRule>;
export type AchadoCode = keyof typeof ACHADOS;

/** Creates a finding with its message.
 * @param onde place in the document, and the fields, codes or values concerned */
export function makeAchado(codigo: AchadoCode, onde: Pick<Achado, "caminho" | "detalhe"> = {}): Achado {
  const { gravidade, mensagem } = ACHADOS[codigo];
  return { codigo, gravidade, mensagem, ...onde };
}
