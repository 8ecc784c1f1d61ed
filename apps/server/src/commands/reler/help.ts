/** Usage of the command. */
export const USAGE = `Uso:
  npm run reler -- blobs [--simular]
  npm run reler -- descartar [--simular]`;

/** Text that `--ajuda` prints. */
export const HELP_TEXT = `${USAGE}

blobs      Lê de novo os e-mails brutos que estão na pasta dos arquivos e não constam do banco, como depois de restaurar um banco mais
           antigo do que eles. Procura também na quarentena e no lixo. O que já está no banco fica como está: o comando pode ser repetido.
           Os documentos aparecem à medida que o worker lê os e-mails.
descartar  Apaga da quarentena o que não consta do banco, e permite que a limpeza apague, em 48 horas, os órfãos que a fizeram parar.
           Rode-o só depois de reler, quando o que sobrou não serve mais.

--simular  Só conta; nada muda.

Na imagem do docker: docker compose run --rm http node apps/server/dist/reler.mjs blobs.
Usa o banco, a chave e a pasta do servidor. Códigos de saída: 0 feito; 1 recusado; 2 uso errado.
`;
