import { Suspense, useEffect } from "react";
import { clearTourRequest, showStep, useTourRequest, useTourStep } from "../../features/tour/tour-state.ts";
import { beginsByItself } from "../../features/tour/tour-steps.ts";
import { serverNow } from "../../network/clock.ts";
import { lazyPart } from "../../network/load-code.ts";
import { useCurrentUser, useOwner } from "../../rpc/session/current-user.ts";
import { useStored } from "../../ui/state/stored-value.ts";

const Tour = lazyPart(async () => (await import("../../features/tour/Tour.tsx")).Tour);

/** Where the tour of a user is kept: once it began, it does not begin by itself again. */
const SEEN_KEY = "apresentacao-vista";

/** The tour of the first day: nothing of it is loaded without one. */
export function TourHost(): React.ReactNode {
  const at = useTourStep();
  useFirstTour();
  if (at === null) return null;
  return (
    <Suspense>
      <Tour at={at} />
    </Suspense>
  );
}

function useFirstTour(): void {
  const isRequested = useTourRequest();
  const current = useCurrentUser();
  const [seen, setSeen] = useStored(SEEN_KEY, useOwner(), isTrue);
  useEffect(() => {
    if (!isRequested || !current) return;
    clearTourRequest();
    const { usuario, conta } = current;
    const who = { seen, usuarioId: usuario.id, isDemo: conta.sandbox };
    if (!beginsByItself(who, serverNow())) return;
    setSeen(true);
    showStep(0);
  }, [isRequested, current, seen, setSeen]);
}

function isTrue(value: unknown): boolean {
  return value === true;
}
