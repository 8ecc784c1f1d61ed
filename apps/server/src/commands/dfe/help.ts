/** Usage of the command, in one line. */
export const USAGE = "uso: npm run dfe -- ARQUIVO… [--json] [--ancoras PASTA]";

/** Text that `--ajuda` prints. */
export const HELP_TEXT = `${USAGE}

Lê documentos fiscais eletrônicos (NF-e, NFC-e, CT-e, CT-e OS, MDF-e, eventos, resumos e lotes da SEFAZ) e informa o tipo de cada um,
se a assinatura é válida e o veredito. ARQUIVO é um XML, um ZIP (com ZIPs dentro), um GZ ou uma pasta, que é lida inteira, em
ordem de nome. Não usa banco, servidor nem internet.

  --json           uma linha JSON por arquivo e por documento de dentro de um pacote ou lote ("lote.zip/1.xml", "lote.xml#2");
                   com "npm run -s dfe", o npm não escreve as suas linhas entre elas
  --ancoras PASTA  certificados das autoridades da ICP-Brasil (.pem, .crt, .cer); sem ela, vale ICP_BRASIL_DIR; sem nenhuma, a
                   origem dos certificados não é conferida, e o melhor veredito possível é "integra"
  --ajuda          este texto

PROVEDORES_CONFIAVEIS, no ambiente, lista os CNPJs de quem pode assinar em nome de outros (provedores de assinatura, fiscos), separados
por vírgulas; sem ele, o que um provedor assina é suspeito.

Código de saída: 0 se tudo foi lido; 1 se algo não foi: um documento ilegível, um arquivo ou pacote que não se abre, um atalho (que
nunca é seguido), ou um arquivo citado na linha de comando que não é DF-e; 2 se o comando foi mal usado. Um PDF ou outro arquivo
alheio dentro de uma pasta ou de um pacote aparece na saída e não muda o código. O veredito também não muda: um documento suspeito foi lido.

Os vereditos e os achados estão explicados em docs/vereditos.md.
`;
