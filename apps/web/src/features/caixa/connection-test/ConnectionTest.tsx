import { formatInteger } from "@malote/syntax";
import { Button, Loader } from "@mantine/core";
import { IconCheck, IconMinus, IconPlugConnected, IconX } from "@tabler/icons-react";
import type { CaixaProof } from "../../../rpc/documents/queries.ts";
import { caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import type { FormValues } from "../form/caixa-form-values.ts";
import classes from "./ConnectionTest.module.css";
import { UntrustedCertificado } from "./UntrustedCertificado.tsx";
import { type ConnectionTestState, type ShownStep, testStepsOf } from "./use-connection-test.ts";

const STEP_ICONS = { certo: IconCheck, falhou: IconX, intocado: IconMinus };

/** The connection test: its steps, its result, and an untrusted certificate. */
export function ConnectionTest(props: {
  testState: ConnectionTestState;
  connection: Pick<FormValues, "tipo" | "autenticacao">;
  timeZone: string;
  onTest: () => void;
  onTrust: (fingerprint: string) => void;
}): React.JSX.Element {
  const { testState, connection, timeZone, onTest, onTrust } = props;
  const { prova: t } = texts;
  const isTesting = testState.phase === "testando";
  const result = testState.phase === "feita" ? testState.result : null;
  return (
    <section className={classes.diagnostico} aria-labelledby="diagnostico">
      <header className={classes.topo}>
        <h2 id="diagnostico" className="t-secao">
          {t.titulo}
        </h2>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.6} aria-hidden="true" />}
          disabled={isTesting}
          onClick={onTest}
        >
          {testState.phase === "nenhuma" ? t.testar : t.testarDeNovo}
        </Button>
      </header>
      <p className={classes.resultado} role="status" data-fase={testState.phase} data-ok={result?.ok}>
        {isTesting && <Loader size={14} color="var(--accent)" aria-hidden="true" />}
        {stateTextOf(testState)}
      </p>
      {(isTesting || result) && (
        <ol className={classes.passos} data-testando={isTesting ? true : undefined}>
          {testStepsOf(result?.passos ?? [], connection).map((step, index) => (
            <StepRow key={step.passo} step={step} index={index} isTesting={isTesting}>
              {step.passo === "tls" && result?.certificado && !result.certificado.confiavel && (
                <UntrustedCertificado
                  certificado={result.certificado}
                  timeZone={timeZone}
                  onTrust={onTrust}
                />
              )}
            </StepRow>
          ))}
        </ol>
      )}
    </section>
  );
}

function stateTextOf(testState: ConnectionTestState): string {
  const { prova: t } = texts;
  if (testState.phase === "nenhuma") return t.intro;
  if (testState.phase === "mudou") return t.mudou;
  if (testState.phase === "recusada") return testState.mensagem;
  return testState.phase === "feita" ? resultTextOf(testState.result) : t.testando;
}

/**
 * The step where the test stopped. The reason is at that step; it is here only when no step has
 * it.
 */
function resultTextOf({ ok, mensagens, falha, passos }: CaixaProof): string {
  const { prova: t } = texts;
  const stopped = passos.find((step) => !step.ok);
  if (!ok && stopped && (falha === null || falha === stopped.mensagem)) {
    return t.parou(t.passos[stopped.passo]);
  }
  if (!ok) return falha ?? t.mal;
  return mensagens === null ? t.bemSemConta : t.bem(t.mensagens(formatInteger(mensagens)));
}

function StepRow(props: {
  step: ShownStep;
  index: number;
  isTesting: boolean;
  children: React.ReactNode;
}): React.JSX.Element {
  const { step, index, isTesting, children } = props;
  const { prova: t } = texts;
  const Icon = STEP_ICONS[step.estado];
  return (
    <li
      className={classes.passo}
      data-estado={step.estado}
      style={{ "--ordem": index } as React.CSSProperties}
    >
      <span className={classes.sinal} aria-hidden="true">
        <Icon size={14} stroke={2.2} />
      </span>
      <p>
        <b>
          {t.passos[step.passo]}
          {step.estado !== "intocado" && (
            <span className="vh">, {step.estado === "certo" ? t.feito : t.falhou}</span>
          )}
        </b>
        <span>{step.mensagem ?? (isTesting ? t.esperando : t.naoTentado)}</span>
      </p>
      {children}
    </li>
  );
}
