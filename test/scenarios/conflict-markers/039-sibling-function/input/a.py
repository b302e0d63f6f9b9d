def create_owner(name, email):
    record = Owner(name, email)
    record.save()
    return record
