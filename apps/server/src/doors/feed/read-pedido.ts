import { CHAVE_ACESSO_PATTERN, isChaveAcesso, splitChaveAcesso, tipoNotaOfModelo, UFS } from "@malote/syntax";
import type { PerguntaDfe } from "../../services/feed/read-dfe.ts";
import { type Elemento, readXml, XmlRecusado } from "../soap/read-xml.ts";
import type { CStat } from "./motivos.ts";
import { OPERACAO, PORTAL, SERVICO } from "./nomes.ts";

/** Parsed distDFeInt. interessado: CNPJ or CPF. */
export type PedidoDfe = { tpAmb: "1" | "2"; interessado: string; por: PerguntaDfe };

const VERSAO = "1.01";
const NSU = /^[0-9]{15}$/;
const DOCUMENTO = { CNPJ: /^[0-9A-Z]{12}[0-9]{2}$/, CPF: /^[0-9]{11}$/ } as const;
const CODIGOS_UF: ReadonlySet<string> = new Set(UFS.map(({ codigo }) => codigo));

/**
 * Content of the operation's wrappers: one element, or its text
 * when a client sends it escaped; null: another operation.
 */
export function openDados(mensagem: Elemento): Elemento | null {
  if (mensagem.namespace !== SERVICO || mensagem.nome !== OPERACAO) return null;
  const [dados, ...outros] = mensagem.filhos;
  if (dados?.nome !== "nfeDadosMsg" || dados.namespace !== SERVICO || outros.length > 0) return null;
  return dados;
}

/** Parses distDFeInt by its schema.   @source distDFeInt_v1.01.xsd */
export function readPedido(dados: Elemento): PedidoDfe | CStat {
  const distDFeInt = readPayload(dados);
  if (typeof distDFeInt === "string") return distDFeInt;
  if (distDFeInt.nome !== "distDFeInt" || distDFeInt.namespace !== PORTAL) return "215";
  if (hasPrefixo(distDFeInt)) return "404";
  const versao = distDFeInt.atributos.get("versao");
  if (versao === undefined || distDFeInt.atributos.size > 1) return "215";
  if (versao !== VERSAO) return "239";
  const campos = [...distDFeInt.filhos];
  const take = (nome: string): string | null => {
    const [primeiro] = campos;
    if (primeiro?.nome !== nome || !isFolha(primeiro)) return null;
    campos.shift();
    return primeiro.texto;
  };
  const tpAmb = take("tpAmb");
  const cUFAutor = take("cUFAutor");
  const cnpj = take("CNPJ");
  const cpf = cnpj === null ? take("CPF") : null;
  const [escolha, ...sobra] = campos;
  if (tpAmb !== "1" && tpAmb !== "2") return "215";
  if (cUFAutor !== null && !CODIGOS_UF.has(cUFAutor)) return "215";
  if (cnpj !== null ? !DOCUMENTO.CNPJ.test(cnpj) : cpf === null || !DOCUMENTO.CPF.test(cpf)) return "215";
  if (escolha === undefined || sobra.length > 0 || hasTexto(distDFeInt)) return "215";
  const por = readEscolha(escolha);
  return typeof por === "string" ? por : { tpAmb, interessado: cnpj ?? cpf ?? "", por };
}

// Some old clients send the message as text (escaped, or CDATA).
function readPayload(dados: Elemento): Elemento | CStat {
  const [only, ...outros] = dados.filhos;
  if (only !== undefined) return outros.length === 0 && !hasTexto(dados) ? only : "215";
  if (dados.texto.trim() === "") return "215";
  try {
    return readXml(Buffer.from(dados.texto.trim()));
  } catch (error) {
    if (!(error instanceof XmlRecusado)) throw error;
    return error.motivo === "codificacao" ? "402" : "243";
  }
}

function readEscolha(escolha: Elemento): PerguntaDfe | CStat {
  const [only, ...outros] = escolha.filhos;
  if (
    only === undefined ||
    outros.length > 0 ||
    !isFolha(only) ||
    escolha.atributos.size > 0 ||
    hasTexto(escolha)
  ) {
    return "215";
  }
  const { texto } = only;
  switch (`${escolha.nome}/${only.nome}`) {
    case "distNSU/ultNSU":
      return NSU.test(texto) ? { kind: "ultimo", ultNsu: Number(texto) } : "215";
    case "consNSU/NSU":
      return NSU.test(texto) ? { kind: "nsu", nsu: Number(texto) } : "215";
    case "consChNFe/chNFe":
      return readChave(texto);
    default:
      return "215";
  }
}

/** A chave of any modelo in the feed.   @source MOC, validação da chave de acesso */
function readChave(chave: string): PerguntaDfe | CStat {
  if (!CHAVE_ACESSO_PATTERN.test(chave)) return "215";
  if (!isChaveAcesso(chave)) return "236";
  const { uf, anoMes, modelo, numero } = splitChaveAcesso(chave);
  const mes = Number(anoMes.slice(2));
  if (uf === null) return "614";
  if (mes < 1 || mes > 12) return "616";
  if (tipoNotaOfModelo(modelo) === null) return "618";
  if (Number(numero) === 0) return "619";
  return { kind: "chave", chave };
}

function isFolha({ filhos, atributos, namespace }: Elemento): boolean {
  return filhos.length === 0 && atributos.size === 0 && namespace === PORTAL;
}

function hasTexto({ texto }: Elemento): boolean {
  return texto.trim() !== "";
}

function hasPrefixo({ prefixo, filhos }: Elemento): boolean {
  return prefixo !== "" || filhos.some(hasPrefixo);
}
