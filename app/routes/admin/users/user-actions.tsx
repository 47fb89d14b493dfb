import { href } from "react-router";
import type { UserCard } from "#app/routes/admin/users/users-shown.server.ts";
import type { Question } from "#app/ui/admin/ask-dialog.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { LinkButton } from "#app/ui/button.tsx";

/** An admin's actions on a user. Each asks first, as each signs the user out. */
export function UserActions({ card, isTeam }: { card: UserCard; isTeam: boolean }) {
  const change = (what: string, fields: Record<string, string> = {}) => ({
    action: `/admin/users/${card.id}/${what}`,
    fields,
  });
  const role = card.role === "admin" ? "user" : "admin";
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      {!isTeam && (
        <ChangeButton
          change={change("role", { role })}
          ask={roleQuestion(card, role)}
          label={`Make ${role}: ${card.name}`}
          confirms
        >
          Make {role}
        </ChangeButton>
      )}
      {card.parts && (
        <LinkButton
          to={href("/admin/settings/people/:id", { id: card.id })}
          look="outline"
          size="small"
          aria-label={`Change parts: ${card.name}`}
        >
          Change parts
        </LinkButton>
      )}
      {card.disabled ? (
        <ChangeButton
          change={change("access", { access: "enabled" })}
          label={`Enable: ${card.name}`}
          confirms={worksHere(card)}
        >
          Enable
        </ChangeButton>
      ) : (
        !card.self && (
          <ChangeButton
            change={change("access", { access: "disabled" })}
            ask={disableQuestion(card)}
            label={`Disable: ${card.name}`}
            confirms={worksHere(card)}
          >
            Disable
          </ChangeButton>
        )
      )}
      {card.sessions > 0 && (
        <ChangeButton change={change("sessions")} ask={sessionsQuestion(card)} label={`End sessions: ${card.name}`}>
          End sessions
        </ChangeButton>
      )}
    </div>
  );
}

function worksHere({ role, parts }: UserCard): boolean {
  return role === "admin" || Boolean(parts);
}

function roleQuestion({ name, self }: UserCard, role: string): Question {
  const body =
    role === "admin"
      ? `${name} will see and change everything in the admin area, all clients’ data included. They are signed out and sign in again.`
      : `${self ? "You" : name} will no longer see the admin area. ${self ? "You are" : "They are"} signed out.`;
  return {
    title: role === "admin" ? `Make ${name} an admin?` : `Take the admin role from ${self ? "yourself" : name}?`,
    body,
    keep: "Keep as it is",
    doIt: `Make ${role}`,
  };
}

function disableQuestion({ name }: UserCard): Question {
  return {
    title: `Disable ${name}?`,
    body: "They are signed out everywhere and can’t sign in until you enable them again. Their appointments stay.",
    keep: "Keep enabled",
    doIt: "Disable",
  };
}

function sessionsQuestion({ name, self }: UserCard): Question {
  return {
    title: `End all sessions of ${name}?`,
    body: self
      ? "You are signed out everywhere, here too, and sign in again."
      : "They are signed out everywhere and sign in again. Nothing else changes.",
    keep: "Keep them",
    doIt: "End sessions",
  };
}
