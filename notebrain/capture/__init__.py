"""Taking notes: every act that changes what the user wrote or how it is filed."""
