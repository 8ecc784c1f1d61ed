import { useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { Alert } from "../feedback/Alert.tsx";
import type { StoredForm } from "./use-stored-form.ts";

/** The failure that belongs to no field, above the fields; scrolled into view in a long form. */
export function FormError<V extends FieldValues>({
  form,
}: {
  form: StoredForm<V>;
}): React.JSX.Element | null {
  const message = form.formState.errors.root?.message;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) ref.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  if (!message) return null;
  return (
    <div ref={ref}>
      <Alert>{message}</Alert>
    </div>
  );
}
