import { IconFileUnknown, IconPlugConnectedX } from "@tabler/icons-react";
import { type Explanation, general } from "../../texts/app/general.ts";
import { LinkButton, PlainButton } from "../form/PlainButton.tsx";
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
    exit && <LinkButton to={exit.to}>{exit.label}</LinkButton>
  ) : (
    <PlainButton onClick={onRetry}>{general.tentarDeNovo}</PlainButton>
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
