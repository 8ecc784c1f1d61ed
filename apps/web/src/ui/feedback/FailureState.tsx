import { Button } from "@mantine/core";
import { IconFileUnknown, IconPlugConnectedX } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { type Explanation, general } from "../../texts/app/general.ts";
import { EmptyState } from "./EmptyState.tsx";

/**
 * Replaces content that failed to load: what happened, and a retry; a link elsewhere when a retry is
 * useless.
 */
export function FailureState(props: {
  failure: Explanation | null;
  onRetry: () => void;
  exit?: { label: string; to: string };
}): React.JSX.Element | null {
  const { failure, onRetry, exit } = props;
  if (!failure) return null;
  const action = failure.definitiva ? (
    exit && (
      <Button component={Link} variant="default" to={exit.to}>
        {exit.label}
      </Button>
    )
  ) : (
    <Button variant="default" onClick={onRetry}>
      {general.tentarDeNovo}
    </Button>
  );
  return (
    <EmptyState
      icon={failure.definitiva ? IconFileUnknown : IconPlugConnectedX}
      title={failure.titulo}
      action={action}
      isAlert
    >
      {failure.texto}
    </EmptyState>
  );
}
