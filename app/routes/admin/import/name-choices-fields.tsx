import { serviceField, therapistField } from "#app/moving/csv/import.form.ts";
import { ANYONE } from "#app/moving/csv/name-choices.ts";
import type { LookView } from "#app/routes/admin/import/import-view.server.ts";
import { FormSection } from "#app/ui/admin/edit-form.tsx";
import { Select } from "#app/ui/field.tsx";

const GRID = "grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3";

/** Which of our services and therapists the names in the file stand for. */
export function NameChoices({ look: { choices, services, therapists } }: { look: LookView }) {
  return (
    <>
      <FormSection title="Services" intro="Each service of the file as one of yours. Its length must be one you offer.">
        <div className={GRID}>
          {Object.entries(choices.services).map(([name, slug]) => (
            <Select key={name} name={serviceField(name)} label={name} defaultValue={slug}>
              <option value="">Leave its appointments out</option>
              {services.map((service) => (
                <option key={service.slug} value={service.slug}>
                  {service.title}
                </option>
              ))}
            </Select>
          ))}
        </div>
      </FormSection>
      {Object.keys(choices.therapists).length > 0 && (
        <FormSection title="Therapists" intro="Each name of the file as one of yours.">
          <div className={GRID}>
            {Object.entries(choices.therapists).map(([name, slug]) => (
              <Select key={name} name={therapistField(name)} label={name} defaultValue={slug}>
                <option value="">Leave their appointments out</option>
                <option value={ANYONE}>Whoever is free</option>
                {therapists.map((therapist) => (
                  <option key={therapist.slug} value={therapist.slug}>
                    {therapist.name}
                  </option>
                ))}
              </Select>
            ))}
          </div>
        </FormSection>
      )}
    </>
  );
}
