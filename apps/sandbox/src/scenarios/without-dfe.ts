import { randomBytes } from "node:crypto";
import { writePdf } from "../document-generator/write-pdf.ts";
import { element, leaf, XML_DECLARATION } from "../document-generator/xml/write-xml.ts";
import type { Scenario } from "./scenario.ts";
import { writePng } from "./write-png.ts";

/** E-mails without fiscal document, which the product records with the reason. */
export const emailSemDfe: Scenario = {
  nome: "email-sem-dfe",
  titulo: "E-mail sem DF-e",
  descricao: "Uma oferta em HTML, com imagem no corpo e um catálogo em PDF; nada a extrair.",
  play: async (environment) => {
    const fornecedor = environment.pickFornecedor();
    const produtos = fornecedor.produtos.map((produto) => produto.descricao);
    const catalogo = writePdf([`Catálogo de ${fornecedor.fantasia}`, "", ...produtos]);
    const html = `<p><img src="cid:faixa@sandbox" alt="${fornecedor.fantasia}"></p><h1>Novidades da semana</h1><ul>${produtos.map((produto) => leaf("li", produto)).join("")}</ul>`;
    await environment.sendEmail({
      de: fornecedor,
      assunto: `Novidades da semana - ${fornecedor.fantasia}`,
      texto: `Novidades da semana:\r\n\r\n${produtos.map((produto) => `- ${produto}`).join("\r\n")}\r\n`,
      html,
      anexos: [
        {
          nome: "faixa.png",
          tipo: "image/png",
          bytes: writePng(480, 96, [0x14, 0x5f, 0x46]),
          cid: "faixa@sandbox",
        },
        { nome: "catalogo.pdf", tipo: "application/pdf", bytes: catalogo },
      ],
    });
    return [];
  },
};

export const anexoNaoXml: Scenario = {
  nome: "anexo-nao-xml",
  titulo: "Anexo que não é XML",
  descricao: "O anexo se chama nota.xml, mas dentro há só texto corrido.",
  play: async (environment) => {
    const fornecedor = environment.pickFornecedor();
    const bytes = Buffer.from(
      "Nota fiscal disponível no portal do fornecedor.\r\nUsuário e senha: os de sempre.\r\n",
      "utf8",
    );
    await environment.sendEmail({
      de: fornecedor,
      assunto: "Sua nota fiscal",
      texto: "Segue o XML em anexo.\r\n",
      anexos: [{ nome: "nota.xml", tipo: "application/xml", bytes }],
    });
    return [];
  },
};

export const xmlNaoDfe: Scenario = {
  nome: "xml-nao-dfe",
  titulo: "XML que não é DF-e",
  descricao: "O anexo é XML bem formado, mas é um pedido de compra.",
  play: async (environment) => {
    const fornecedor = environment.pickFornecedor();
    const itens = fornecedor.produtos.map((produto) =>
      element(
        `item codigo="${produto.codigo}"`,
        leaf("descricao", produto.descricao),
        leaf("preco", produto.preco),
      ),
    );
    const xml = XML_DECLARATION + element("pedidoCompra", leaf("fornecedor", fornecedor.nome), ...itens);
    await environment.sendEmail({
      de: fornecedor,
      assunto: `Confirmação do pedido ${environment.random.integer(1000, 9999)}`,
      texto: "Confirme por favor os itens do pedido em anexo.\r\n",
      anexos: [{ nome: "pedido.xml", tipo: "text/xml", bytes: Buffer.from(xml, "utf8") }],
    });
    return [];
  },
};

const GARBAGE_BYTES = 512;

export const mensagemIlegivel: Scenario = {
  nome: "mensagem-ilegivel",
  titulo: "Mensagem ilegível",
  descricao: "Bytes aleatórios no lugar da mensagem: sem cabeçalho, sem corpo, sem remetente.",
  play: async (environment) => {
    environment.sendRaw(randomBytes(GARBAGE_BYTES));
    return [];
  },
};
