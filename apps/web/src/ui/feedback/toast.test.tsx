import { notificationsStore } from "@mantine/notifications";
import { IconTag } from "@tabler/icons-react";
import { isValidElement } from "react";
import { beforeEach, expect, test } from "vitest";
import { showFailureToast, showToast } from "./toast.tsx";

beforeEach(() => notificationsStore.updateState((state) => ({ ...state, notifications: [], queue: [] })));

const shown = () => notificationsStore.getState().notifications;

test("a success toast has the product's title and a tag icon, and closes by itself", () => {
  showToast("3 notas marcadas como conferidas.");
  const [notice] = shown();
  expect(notice?.title).toBe("Malote");
  expect(notice?.autoClose).toBe(6_000);
  expect(isValidElement(notice?.icon) && notice.icon.type).toBe(IconTag);
});

test("a failure toast names the failure, stays until closed, and is not repeated", () => {
  const failure = { titulo: "Falha de comunicação com o servidor", texto: "Nada foi perdido." };
  showFailureToast(failure);
  showFailureToast(failure);
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).toMatchObject({ title: failure.titulo, autoClose: false, role: "alert" });
});

test("a null failure shows no toast", () => {
  showFailureToast(null);
  expect(shown()).toEqual([]);
});
