export { isDataError } from "./data-error.ts";
export type { Database } from "./database.ts";
export { openDatabase } from "./database.ts";
export { holdChaves } from "./hold-chaves.ts";
export { newId } from "./ids.ts";
export type { CaixaVigiada, SessaoAchada } from "./portaria.ts";
export type { AvisoDevido, CondicaoVista } from "./portaria-avisos.ts";
export type { SeladosContados } from "./portaria-chaves.ts";
export type { ContatoDaVez, NotaPublica } from "./portaria-conta.ts";
export type { Freio } from "./portaria-entrada.ts";
export type { FeedAchado } from "./portaria-feed.ts";
export { BEAT_MAX_S, type Installation, type WorkersVistos } from "./portaria-installation.ts";
export type { MedidaCasa } from "./portaria-medidas.ts";
export type {
  CaixaVista,
  FalhaFiltro,
  FalhaRow,
  FilaRow,
  MedidaArmazenamento,
  Operador,
  Pausa,
  TrabalhoFeito,
} from "./portaria-operador.ts";
export type { UsoDesafio } from "./portaria-passkey.ts";
export type { ApiTokenAchado, PortadorAchado } from "./portaria-pessoas.ts";
export type { Disjuntor, Fez, Relogio, Silencio, VezPedida } from "./portaria-sefaz.ts";
export type { Entregue, Vez } from "./portaria-tarefas.ts";
export type { Presence } from "./presence.ts";
export { holdPresence } from "./presence.ts";
export type { Sql, SqlValue } from "./sql.ts";
export type { Db, Restricao } from "./transaction.ts";
