import { notifications } from "@mantine/notifications";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router-dom";
import { useLostConnection } from "../../network/connection.ts";
import { connectionTexts as texts } from "../../texts/app/connection.ts";
import { showToast } from "../../ui/feedback/toast.tsx";

/**
 * Says at once that a page cannot be opened without a connection. It opens when the connection is back,
 * unless the user stays here, or goes elsewhere: that ends the wait.
 */
export function OfflineNavigation(): null {
  const { state, location: target } = useNavigation();
  const here = useLocation();
  const navigate = useNavigate();
  const isWaiting = useLostConnection() !== null && state === "loading" && target?.pathname !== here.pathname;
  const stay = useEffectEvent(
    () => void navigate(`${here.pathname}${here.search}`, { replace: true, state: here.state }),
  );
  useEffect(() => {
    if (!isWaiting) return;
    const id = showToast(
      texts.paginaEspera,
      { label: texts.ficarAqui, onClick: () => stay() },
      { stays: true },
    );
    return () => void notifications.hide(id);
  }, [isWaiting]);
  return null;
}
