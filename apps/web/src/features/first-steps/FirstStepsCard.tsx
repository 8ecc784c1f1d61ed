import { Box, Group, Paper, Text } from "@mantine/core";
import { IconArrowRight, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { firstStepTexts } from "../../texts/admin/first-steps.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { useStored } from "../../ui/state/stored-value.ts";
import classes from "./first-steps.module.css";
import { cardItemsOf, type Setup } from "./setup-steps.ts";
import { useSetupState } from "./use-setup.ts";

const texts = firstStepTexts.cartao;
const COMPLETED_KEY = "primeiros-passos-concluidos";

/**
 * The remaining setup steps of the conta; null once all are done, and for users who are not managers.
 * Undefined until known: a page that draws before would move when the card appears.
 */
export function useFirstSteps(): Setup | null | undefined {
  const isManager = useIsManager();
  const [completed, setCompleted] = useStored(COMPLETED_KEY, useOwner(), isCompleted);
  const { setup, failed } = useSetupState(undefined, isManager === true && !completed);
  const isComplete = setup !== undefined && cardItemsOf(setup).every(({ done }) => done);
  useEffect(() => {
    if (isComplete) setCompleted(true);
  }, [isComplete, setCompleted]);
  if (isManager === undefined) return undefined;
  if (!isManager || completed || isComplete || failed) return null;
  return setup;
}

/** The remaining setup steps, each linked to its page. */
export function FirstStepsCard({ setup }: { setup: Setup }): React.JSX.Element {
  const items = cardItemsOf(setup);
  const doneCount = items.filter(({ done }) => done).length;
  const nextIndex = items.findIndex(({ done }) => !done);
  const label = texts.feitos(doneCount, items.length);
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p="16px 20px 8px"
      bg="var(--ground)"
      aria-labelledby="primeiros-passos"
    >
      <Group gap={12} wrap="nowrap">
        <h2 id="primeiros-passos" className="t-secao">
          {texts.titulo}
        </h2>
        <Text size="xs" lh="sm" c="dimmed">
          {label}
        </Text>
        <Box flex="0 1 200px">
          <ProgressBar part={doneCount / items.length} label={label} />
        </Box>
      </Group>
      <Group component="ol" gap="0 28px" mt={8} fw={550}>
        {items.map(({ item, done, to }, index) => (
          <li key={item} data-done={done}>
            {done ? (
              <span className={classes.task}>
                <IconCircleCheckFilled size={18} aria-hidden="true" />
                {texts.itens[item]}
                <span className="vh">, {firstStepTexts.feito}</span>
              </span>
            ) : (
              <Link to={to} className={classes.task}>
                <IconCircle size={18} stroke={1.6} aria-hidden="true" />
                {texts.itens[item]}
                {index === nextIndex && <IconArrowRight size={16} stroke={1.6} aria-hidden="true" />}
              </Link>
            )}
          </li>
        ))}
      </Group>
    </Paper>
  );
}

function isCompleted(value: unknown): boolean {
  return value === true;
}
