import { sentenceTranslator } from "../sentences.ts";
import { fieldMessages, peopleMessages, screenMessages, webhookMessages } from "./names/messages.ts";
import { caixaFailures } from "./names/notices.ts";

// The build makes one script of these exports (build/languages.ts).
export const language = "es";
export const translateSentence = sentenceTranslator({
  fieldMessages,
  peopleMessages,
  screenMessages,
  webhookMessages,
  caixaFailures,
});

export * from "./admin/account.ts";
export * from "./admin/administration.ts";
export * from "./admin/api.ts";
export * from "./admin/caixas.ts";
export * from "./admin/certificado.ts";
export * from "./admin/empresas.ts";
export * from "./admin/first-steps.ts";
export * from "./admin/usuarios.ts";
export * from "./admin/webhook.ts";
export * from "./app/alerts.ts";
export * from "./app/calendar.ts";
export * from "./app/charts.ts";
export * from "./app/connection.ts";
export * from "./app/general.ts";
export * from "./app/language.ts";
export * from "./app/passkeys.ts";
export * from "./app/search.ts";
export * from "./app/search-more.ts";
export * from "./app/search-operators.ts";
export * from "./app/select-field.ts";
export * from "./app/shortcut-list.ts";
export * from "./app/sign-in.ts";
export * from "./app/time.ts";
export * from "./app/tour.ts";
export * from "./files/exportacao.ts";
export * from "./files/importacao.ts";
export * from "./files/repositorio.ts";
export * from "./files/requested-files.ts";
export * from "./lists/auditor.ts";
export * from "./lists/browser-views.ts";
export * from "./lists/columns.ts";
export * from "./lists/due.ts";
export * from "./lists/email-filter.ts";
export * from "./lists/emails.ts";
export * from "./lists/empty-notas.ts";
export * from "./lists/filter-form.ts";
export * from "./lists/filters.ts";
export * from "./lists/flag-questions.ts";
export * from "./lists/flags.ts";
export * from "./lists/lotes.ts";
export * from "./lists/missing-reminder.ts";
export * from "./lists/missing-xmls.ts";
export * from "./lists/nota-batch.ts";
export * from "./lists/notas.ts";
export * from "./lists/painel.ts";
export * from "./lists/painel-print.ts";
export * from "./lists/painel-tops.ts";
export * from "./lists/peek.ts";
export * from "./lists/print.ts";
export * from "./lists/saved-view-panel.ts";
export * from "./lists/saved-views.ts";
export * from "./names/eventos.ts";
export * from "./names/messages.ts";
export * from "./names/notices.ts";
export * from "./names/people.ts";
export * from "./names/statuses.ts";
export * from "./nota/content.ts";
export * from "./nota/deadline.ts";
export * from "./nota/evento.ts";
export * from "./nota/evidence.ts";
export * from "./nota/history.ts";
export * from "./nota/manifestacao.ts";
export * from "./nota/nota.ts";
export * from "./nota/nota-tabs.ts";
export * from "./nota/printed-form.ts";
export * from "./nota/release.ts";
export * from "./nota/remaining-days.ts";
export * from "./nota/status-words.ts";
export * from "./nota/veredito.ts";
export * from "./operator/contas.ts";
export * from "./operator/menu.ts";
export * from "./operator/operation.ts";
export * from "./operator/pages.ts";
export * from "./site/accounts.ts";
export * from "./site/faq.ts";
export * from "./site/legal.ts";
export * from "./site/public-pages.ts";
export * from "./site/site.ts";
