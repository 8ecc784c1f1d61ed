/** Usage of the command. */
export const USAGE = `Uso:
  npm run chave -- estado
  npm run chave -- nova
  npm run chave -- girar
  npm run chave -- remover`;

/** Text that `--ajuda` prints. */
export const HELP_TEXT = `${USAGE}

estado   Mostra quantos valores usam cada chave de MALOTE_KEY e quais chaves podem ser retiradas.
nova     Cria uma chave nova. Com o banco embutido, guarda-a em DATA_DIR/chave.key, antes da atual; senão, mostra-a para que você a
         ponha em MALOTE_KEY, antes da atual e separada por vírgula. Depois reinicie o Malote.
girar    Criptografa de novo, com a chave nova, tudo o que usa as antigas, aos poucos e com o Malote no ar. Se for interrompido, rode de
         novo.
remover  Retira de DATA_DIR/chave.key as chaves que nenhum valor usa; é recusado enquanto há no ar um processo sem a chave nova.
         Com MALOTE_KEY no ambiente, retire-as você.

Na imagem do docker: docker compose run --rm http node apps/server/dist/chave.mjs estado (ou girar).
Usa o banco de DATABASE_APP_URL e as chaves de MALOTE_KEY, como o servidor.
Códigos de saída: 0 feito; 1 recusado, ou algo não pôde ser trocado; 2 uso errado.
`;
