import { formatDate } from "@malote/syntax";
import { Box, Group, Text } from "@mantine/core";
import { IconCheck, IconChevronRight, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useQuery } from "../../rpc/call/use-query.ts";
import { apiTokensQuery } from "../../rpc/conta/api-tokens.ts";
import { usuariosQuery } from "../../rpc/conta/usuarios.ts";
import { importacoesQuery } from "../../rpc/files/importacoes.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { firstStepTexts as texts } from "../../texts/admin/first-steps.ts";
import { general } from "../../texts/app/general.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import classes from "./first-steps.module.css";
import { doneStepsOf, type Setup, STEPS, type Step } from "./setup-steps.ts";

/** The steps on the left with their progress, and the optional ones below. */
export function StepRail(props: { current: Step; setup: Setup }): React.JSX.Element {
  const { current, setup } = props;
  const doneSteps = doneStepsOf(setup);
  const timeZone = useTimeZone();
  return (
    <aside className={classes.rail} aria-label={texts.titulo}>
      <Box component={Link} to="/painel" aria-label={general.nome} w="fit-content">
        <Logo />
      </Box>
      <Box mt={56} visibleFrom="md">
        <p className="t-painel">{texts.titulo}</p>
        <Text c="var(--text-2)">{texts.texto}</Text>
      </Box>
      <Text hiddenFrom="md" size="xs" lh="sm" ta="right" c="var(--text-2)">
        {texts.posicao(STEPS.indexOf(current) + 1, STEPS.length)}
      </Text>
      <ol className={classes.steps} aria-label={texts.lista}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            data-done={doneSteps[step]}
            aria-current={step === current ? "step" : undefined}
          >
            <span className={classes.number} aria-hidden="true">
              {doneSteps[step] && step !== current ? <IconCheck size={16} stroke={2.2} /> : index + 1}
            </span>
            <span className={classes.name}>
              <b>{texts.passos[step].nome}</b>
              <span>{progressTextOf(step, setup, timeZone)}</span>
              {doneSteps[step] && <span className="vh">, {texts.feito}</span>}
            </span>
            {doneSteps[step] && step !== current && step !== "emails" && (
              <Link
                to={`?passo=${step}`}
                className="link"
                aria-label={texts.alterarPasso(texts.passos[step].nome)}
              >
                {texts.alterar}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <OptionalSteps doneCount={STEPS.filter((step) => doneSteps[step]).length} />
    </aside>
  );
}

/** The progress of a step, in a few words. */
function progressTextOf(
  step: Step,
  { empresa, caixa, tested, hasDocumento }: Setup,
  timeZone: string,
): string {
  const { passos } = texts;
  if (step === "empresa") return empresa?.nome ?? passos.empresa.falta;
  if (step === "certificado") {
    const expiry = empresa?.certificado?.validoAte;
    return expiry ? passos.certificado.valido(formatDate(expiry, timeZone)) : passos.certificado.falta;
  }
  if (step === "caixa") {
    if (!caixa) return passos.caixa.falta;
    if (tested) return passos.caixa.teste(caixa.usuario);
    return caixa.ultimoErro === null ? caixa.usuario : passos.caixa.erro(caixa.usuario);
  }
  if (hasDocumento) return passos.emails.chegaram;
  return caixa ? passos.emails.lendo : passos.emails.falta;
}

/** Optional steps: the team, the ERP, the import of older notas. */
function OptionalSteps({ doneCount: doneSteps }: { doneCount: number }): React.JSX.Element {
  const { data: usuarios } = useQuery(usuariosQuery);
  const { data: tokens } = useQuery(apiTokensQuery);
  const { data: importacoes } = useQuery(importacoesQuery(1));
  const { opcionais } = texts;
  const items = [
    { nome: opcionais.equipe, to: "/usuario/novo", feito: (usuarios?.length ?? 0) > 1 },
    { nome: opcionais.api, to: "/admin?tab=api", feito: (tokens?.length ?? 0) > 0 },
    { nome: opcionais.importar, to: "/importacao", feito: (importacoes?.totalCount ?? 0) > 0 },
  ];
  const total = STEPS.length + items.length;
  const readyCount = doneSteps + items.filter((item) => item.feito).length;
  const label = opcionais.feitos(readyCount, total);
  return (
    <Box component="section" mt="auto" pt={32} visibleFrom="md" aria-labelledby="opcionais">
      <Group justify="space-between" align="baseline" mb={8}>
        <Text component="h2" id="opcionais" fw={600}>
          {opcionais.titulo}
        </Text>
        <Text size="xs" lh="sm" c="dimmed">
          {label}
        </Text>
      </Group>
      <ProgressBar part={readyCount / total} label={label} />
      <Box component="ul" mt={8}>
        {items.map(({ nome, to, feito: done }) => (
          <li key={to} data-done={done}>
            <Link to={to} className={classes.task}>
              {done ? (
                <IconCircleCheckFilled size={16} aria-hidden="true" />
              ) : (
                <IconCircle size={16} stroke={1.6} aria-hidden="true" />
              )}
              <Box component="span" flex={1}>
                {nome}
                {done && <span className="vh">, {texts.feito}</span>}
              </Box>
              <IconChevronRight size={16} stroke={1.6} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  );
}
