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
import { useSetup } from "./use-setup.ts";

const texts = firstStepTexts.cartao;
const COMPLETED_KEY = "primeiros-passos-concluidos";

/**
 * The remaining setup steps of the conta. Hidden once all are done, and for users who are not
 * managers.
 */
export function FirstStepsCard(): React.JSX.Element | null {
  const isManager = useIsManager() ?? false;
  const [completed, setCompleted] = useStored(COMPLETED_KEY, useOwner(), isCompleted);
  const setup = useSetup(undefined, isManager && !completed);
  const isComplete = setup !== undefined && cardItemsOf(setup).every(({ done }) => done);
  useEffect(() => {
    if (isComplete) setCompleted(true);
  }, [isComplete, setCompleted]);
  if (!isManager || completed || isComplete || !setup) return null;
  return <Card setup={setup} />;
}

function Card({ setup }: { setup: Setup }): React.JSX.Element {
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
